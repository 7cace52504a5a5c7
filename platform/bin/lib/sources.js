/** What the Node processes are made from, besides the packages that the lockfile names. */
export const NODE_SOURCES = [
  'packages/contracts/src',
  'packages/service-kit/src',
  'gateway/src',
  'services',
  'platform/src',
  'platform/bin/lib/bundle.js',
  'package-lock.json',
]
