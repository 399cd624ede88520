"""A cluster of two Ray nodes on this machine, each with one processor; run as a program.

It prints its address, loses the second node when a line comes in, and ends with its input.
"""

import os
import sys
import tempfile
from pathlib import Path


def main():
    # Sockets have short paths: pytest's folders are too deep for them. A cluster also writes its
    # address into a folder that all users of a machine share, if it is there: not ours.
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        os.environ["RAY_TMPDIR"] = folder
        Path(folder, "ray").mkdir()
        from ray.cluster_utils import Cluster

        small = {"num_cpus": 1, "object_store_memory": 80_000_000}
        cluster = Cluster(
            initialize_head=True,
            head_node_args={**small, "include_dashboard": False},
        )
        try:
            second = cluster.add_node(**small)
            cluster.wait_for_nodes()
            print(cluster.address, flush=True)
            sys.stdin.readline()
            cluster.remove_node(second, allow_graceful=False)
            print("lost", flush=True)
            sys.stdin.read()
        finally:
            cluster.shutdown()


if __name__ == "__main__":
    main()
