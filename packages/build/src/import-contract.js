/**
 * Imports a module of contracts. Teams install it compiled; in this repository it is TypeScript.
 * @template {keyof Contracts} S
 * @param {S} subject
 * @returns {Promise<Contracts[S]>}
 */
export async function importContract(subject) {
  const specifier = `@aangan/contracts/${subject}`
  if (!import.meta.resolve(specifier).endsWith('.ts')) return import(specifier)
  const { tsImport } = await import('tsx/esm/api')
  return tsImport(specifier, import.meta.url)
}

/**
 * @typedef {{
 *   budget: typeof import('@aangan/contracts/budget'),
 *   contract: typeof import('@aangan/contracts/contract'),
 *   html: typeof import('@aangan/contracts/html'),
 *   'manifest-check': typeof import('@aangan/contracts/manifest-check'),
 *   override: typeof import('@aangan/contracts/override'),
 *   page: typeof import('@aangan/contracts/page'),
 *   'release-constants': typeof import('@aangan/contracts/release-constants'),
 *   'release-urls': typeof import('@aangan/contracts/release-urls'),
 *   routes: typeof import('@aangan/contracts/routes'),
 *   'shell-tags': typeof import('@aangan/contracts/shell-tags'),
 * }} Contracts
 */
