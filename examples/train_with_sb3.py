"""A standard MaskablePPO learns Pinwheel; nothing of ours stands between the library and the environment.

Run it with `python examples/train_with_sb3.py [STEPS]`; it needs the extra `backroom[train]`.
"""

import sys

import backroom
from sb3_contrib import MaskablePPO


def main(total_steps: int = 200_000) -> None:
    """Train on 256 tables at once against the three scripted bettors, and tell what the last episodes paid."""
    tables = backroom.make_vec("pinwheel", num_envs=256, opponents=["shark", "rock", "maniac"], seed=1, api="sb3")
    model = MaskablePPO("MlpPolicy", tables, n_steps=64, batch_size=4096, gamma=1.0, seed=1, device="cpu", verbose=1)
    model.learn(total_steps)
    episodes = model.ep_info_buffer or []
    print("units an episode:", sum(episode["r"] for episode in episodes) / max(1, len(episodes)))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
