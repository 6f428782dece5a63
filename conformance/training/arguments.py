"""What nearly every kernel script does apart from its kernels."""

import argparse


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-p", "--platform", default="a2a3sim", choices=["a2a3", "a2a3sim", "a5", "a5sim"])
    parser.add_argument("-d", "--device", default="0,1,2")
    args = parser.parse_args()
    devices = [int(d) for d in args.device.split(",")]
    print(f"{args.platform}: {len(devices)} devices")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
