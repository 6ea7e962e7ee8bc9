# `make image` builds it from the wheel in dist/. The study lies in a volume; everything else can be thrown away.
FROM python:3.12-slim

# the versions that the tests passed with
COPY requirements/tested.txt /tmp/tested.txt
COPY dist/*.whl /tmp/
RUN wheel="$(ls /tmp/beholder-*.whl)" \
 && pip install --no-cache-dir --constraint /tmp/tested.txt "${wheel}[fast,postgres,s3,report,excel]" \
 && rm /tmp/*.whl /tmp/tested.txt \
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
