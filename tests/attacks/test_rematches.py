"""Two seats that play together, resign and want a rematch again and again: each counts as a match.

Once nothing counted them: whoever held both seats made matches as fast as the server could.
"""

import time

from attack_tools import ask, new_duel, note, scale, serving


def test_rematches_count_as_matches_made(tmp_path):
    wanted = scale(150, 500)
    with serving(tmp_path) as server:
        match, *secrets = new_duel(server)
        began, made = time.monotonic(), 0
        for _ in range(wanted):
            answers = [do(server, match, secrets[0], "resign")]
            answers += [do(server, match, secret, "rematch") for secret in secrets]
            status, answer = answers[-1]
            if status != 200:
                break
            made += 1
            _, snapshot = ask(server, f"/api/matches/{match}")
            match = snapshot["rematch"]
        took = time.monotonic() - began
    note("rematches of two seats until one is refused", f"{made} of {wanted}")
    # 60 at once and one a second, and the margin of a slow machine.
    assert made < 60 + 2 * took + 10
    assert (status, answer["code"]) == (429, "too-many")
    assert answer["retry_after"] >= 1


def do(server, match, secret, verb):
    bearer = {"Authorization": f"Bearer {secret}"}
    return ask(server, f"/api/matches/{match}/do", {"do": verb}, bearer)
