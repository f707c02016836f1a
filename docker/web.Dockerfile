# syntax=docker/dockerfile:1
# The pages: Next's self-contained server, reached by the server in front of it and by nobody else.

FROM node:20.20-bookworm-slim AS build
ENV NEXT_TELEMETRY_DISABLED=1
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY web/package.json web/
COPY e2e/package.json e2e/
RUN --mount=type=cache,target=/root/.npm npm ci --workspace=web --include=dev
COPY schema schema
COPY web web
COPY scripts/sbom.mjs scripts/
COPY scripts/stack scripts/stack
RUN npm --workspace=web run build && mkdir -p web/public && node scripts/sbom.mjs > web/.next/standalone/web/kaiin-web.cdx.json

FROM node:20.20-bookworm-slim
# Only node itself is needed to run.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn*
# An idle connection outlives the one in front, which is the side that closes it.
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOSTNAME=0.0.0.0 PORT=3000 KEEP_ALIVE_TIMEOUT=100000
WORKDIR /app
COPY --from=build /src/web/.next/standalone ./
COPY --from=build /src/web/.next/static web/.next/static
COPY --from=build /src/web/public web/public
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD ["node", "-e", "fetch('http://127.0.0.1:3000/_next/health').then(() => process.exit(0), () => process.exit(1))"]
CMD ["node", "web/server.js"]
