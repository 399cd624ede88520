from quatrefoil.core.evaluate cimport Evaluator

cdef class Evaluation(Evaluator):
    pass
