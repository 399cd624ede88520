"""What measures us: benchmarks, load, strength studies, solving as commands."""
