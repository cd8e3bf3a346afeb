"""Which folders are installed: those of the package, which is this folder itself, with all that lie in them."""

from typing import Any

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

FOLDERS = ("agents", "benchmarks", "envs", "evaluate", "train")


class WithoutThisFile(build_py):
    """Modules of the root are part of the package; this one is not."""

    def find_package_modules(self, package: str, package_dir: str) -> list[Any]:
        return [found for found in super().find_package_modules(package, package_dir) if found[1] != "setup"]


setup(
    packages=["backroom", *(f"backroom.{name}" for name in find_packages(include=[f"{each}*" for each in FOLDERS]))],
    cmdclass={"build_py": WithoutThisFile},
)
