"""Studies that people keep here: a secret to edit, a link to read, live for all who look.

shelf           all studies: made, found, edited, deleted; what expires
desk            one study that somebody looks at: who is told of what has changed
outline         what of a tree can be known without playing it
exports         records, pictures and PDFs of a study, made in pieces
study_api       the requests; `study_forms` declares them
study_sockets   one WebSocket for each who looks
"""
