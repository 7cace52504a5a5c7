import { fileURLToPath } from 'node:url'

/**
 * Imports a module of contracts. Teams install it compiled; in this repository it is TypeScript, which is bundled: to
 * load its imports one by one costs ten times the processor time.
 * @template {keyof Contracts} S
 * @param {S} subject
 * @returns {Promise<Contracts[S]>}
 */
export async function importContract(subject) {
  const specifier = `@aangan/contracts/${subject}`
  const url = import.meta.resolve(specifier)
  if (!url.endsWith('.ts')) return import(specifier)
  const { build } = await import('esbuild')
  const {
    outputFiles: [bundle],
  } = await build({
    entryPoints: [fileURLToPath(url)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  })
  return import(`data:text/javascript,${encodeURIComponent(bundle?.text ?? '')}`)
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
