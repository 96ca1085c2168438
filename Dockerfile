# syntax=docker/dockerfile:1
# One image, two commands:
#   web      node --enable-source-maps --max-semi-space-size=8 dist/server/web.mjs      (default)
#   backend  node --enable-source-maps --max-semi-space-size=8 dist/server/backend.mjs
# Neither writes outside /data (the backend's) and both run with a read-only root. A test compares the version of Node with package.json.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No install scripts: the only ones that do anything fetch a second Node (120 MB) for machines whose own is another.
RUN --mount=type=cache,target=/root/.npm npm ci --include=dev --ignore-scripts
COPY . .
RUN node esbuild.config.mjs \
 && npm prune --omit=dev --ignore-scripts \
 && rm -rf node_modules/node node_modules/node-bin-* node_modules/.bin node_modules/.cache

FROM node:${NODE_VERSION}-bookworm-slim
ARG RELEASE=
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data RELEASE=${RELEASE}
WORKDIR /app
# npm and yarn are of no use here, and only something to keep patched.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/yarn /usr/local/bin/yarnpkg /usr/local/bin/corepack \
 && mkdir /data && chown node:node /data
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/package.json ./
COPY --from=build /app/scripts/healthcheck.mjs /app/scripts/ports.mjs ./
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 3000 4000 9100 9101
STOPSIGNAL SIGTERM
# `--start-interval` needs Docker Engine 25 or newer; an older one refuses it: remove it there.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --start-interval=1s CMD ["node", "healthcheck.mjs"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "dist/server/web.mjs"]
