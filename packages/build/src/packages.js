import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Packages lie beside this one: in `packages`, or in the folder `@aangan` of some `node_modules`. */
const BESIDE = fileURLToPath(new URL('../..', import.meta.url))
/** What remotes are built from. Other teams do not install `product`. */
const INPUTS = ['contracts', 'remote', 'design', 'product', 'build']
const STYLED = ['remote', 'design', 'product']

/** Whose stylesheets are in cascade layers; some package managers link packages from elsewhere. */
const INSTALLED = /[\\/]node_modules[\\/]@aangan[\\/](remote|design|product)[\\/]/

/** @returns {string[]} the folders of the packages whose files can change a build */
export function inputFolders() {
  return INPUTS.map((name) => join(BESIDE, name)).filter((folder) => existsSync(folder))
}

/** @param {string} path of a stylesheet */
export function isLayered(path) {
  return INSTALLED.test(path) || STYLED.some((name) => path.startsWith(join(BESIDE, name) + sep))
}
