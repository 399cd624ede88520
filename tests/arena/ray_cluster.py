"""A cluster of two Ray nodes on this machine, each with one processor; run as a program.

It prints its address, loses the second node when a line comes in, and ends with its input.
"""

import sys
import tempfile


def main():
    from ray.cluster_utils import Cluster

    # Sockets have short paths: pytest's folders are too deep for them.
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        small = {"num_cpus": 1, "object_store_memory": 80_000_000}
        cluster = Cluster(
            initialize_head=True,
            head_node_args={**small, "include_dashboard": False, "temp_dir": folder},
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
