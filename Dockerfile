# `make image` builds it from the wheel in dist/. The study lies in a volume; everything else can be thrown away.
# `make pins` adds the digest of the base image.
FROM python:3.12-slim

# the versions that the tests passed with, each held to its hash
COPY requirements/core.txt requirements/server.txt /tmp/
COPY dist/*.whl /tmp/
RUN pip install --no-cache-dir --no-deps --require-hashes --requirement /tmp/server.txt \
 && pip install --no-cache-dir --no-deps --no-index /tmp/beholder-*.whl \
 && pip check \
 && rm /tmp/*.whl /tmp/*.txt \
 && useradd --create-home --uid 10001 beholder \
 && install -d -o beholder /study

USER beholder
VOLUME /study
EXPOSE 8400
HEALTHCHECK --interval=30s --start-period=20s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8400/health', timeout=5)"]
ENTRYPOINT ["beholder"]
# behind a proxy or with published ports, tell it where raters reach it: serve /study --host 0.0.0.0 --address URL
CMD ["serve", "/study", "--host", "0.0.0.0", "--port", "8400"]
