#!/bin/sh
# For whatever runs a script as root on each laptop: Fleet, Landscape, an image's first boot. May run again.
# Set these three; the tool's own store of secrets is the place for the token.
set -eu
SCHOOLGATE_SERVER=${SCHOOLGATE_SERVER:?address of the server, such as https://school.example:8080}
SCHOOLGATE_ENROLLMENT_TOKEN=${SCHOOLGATE_ENROLLMENT_TOKEN:?token, sget_…}
PACKAGE=${PACKAGE:?file of the package, which the tool has brought}
export SCHOOLGATE_SERVER SCHOOLGATE_ENROLLMENT_TOKEN

case $PACKAGE in
  *.deb) DEBIAN_FRONTEND=noninteractive apt-get install -y "$PACKAGE" ;;
  *.rpm) dnf install -y --nogpgcheck "$PACKAGE" ;;
  *)
    echo "$PACKAGE is neither .deb nor .rpm" >&2
    exit 1
    ;;
esac
schoolgate-agent status
