# One image for every part of the scaled form: the command says which. See docs/operations.md.
FROM node:24-bookworm-slim AS build
WORKDIR /site
COPY . .
RUN npm ci && npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
# DATA_DIR is for import and seed: refused rows, and the password of the demo site.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /site
COPY --from=build /site ./
# Volumes that are mounted here belong to the user who writes into them.
RUN mkdir -p /data/media /data/releases /data/mails && chown -R node:node /data
USER node
CMD ["node", "platform/dist/main.js"]
