# syntax=docker/dockerfile:1
#
#   docker build -t vitrine .
#   docker run --init --restart on-failure -p 3000:3000 -v vitrine-data:/data \
#     -e PUBLIC_URL=https://shop.example -e SECRET=… -e MAIL_URL=smtp://… vitrine
#
# The shop keeps its PostgreSQL, media and outbox in /data unless DATABASE_URL names a database. To look at the demo
# shop, which answers on the loopback address only, as its test wallet does:
#   docker run --init --network host -e MODE=demo vitrine

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --include=dev --loglevel=error
COPY . .
# The image brings Node itself, so the one from npm is only weight once the build is done.
RUN npm run build -- --force \
  && npm prune --omit=dev --loglevel=error \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node \
  && mkdir -p extensions

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    MODE=live \
    PORT=3000 \
    DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node -m 0700 /data
COPY --from=build /app/package.json /app/package-lock.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/migrations ./migrations
COPY --from=build /app/themes ./themes
# Of features from outside: their migrations.
COPY --from=build /app/examples ./examples
COPY --from=build /app/extensions ./extensions
COPY --from=build /app/demo ./demo
# Of the demo shop, which runs it from its sources.
COPY --from=build /app/wallet-sandbox ./wallet-sandbox
COPY --from=build /app/dist ./dist
# PostgreSQL refuses to run as root, and nothing here needs root.
USER node
VOLUME /data
EXPOSE 3000
# Open orders and database are closed in order before Docker's patience ends: docker stop -t 30.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "const end = (ok) => process.exit(ok ? 0 : 1); fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => end(answer.ok), () => end(false))"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "dist/server/server.js"]
