/** Inputs of the Node bundles; the lockfile stands for npm packages. */
export const NODE_SOURCES = [
  'packages/contracts/src',
  'packages/service-kit/src',
  'gateway/src',
  'services',
  'platform/src',
  'platform/bin/lib/bundle.js',
  'package-lock.json',
]
