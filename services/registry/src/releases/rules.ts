import type { Release } from '@aangan/contracts/manifest'
import { findReleaseProblem } from '@aangan/contracts/manifest-check'

/** All other releases are remotes. */
export const SHELL = 'shell'

/** Throws an Error that says what is wrong with `release.json`. */
export function readRelease(text: string, name?: string): Release {
  const release: unknown = JSON.parse(text)
  const problem = findReleaseProblem(release) ?? findProblem(release as Release, name)
  if (problem) throw new Error(problem)
  return release as Release
}

function findProblem({ name, manifest, entry, exposes, preload, files }: Release, expected = name): string | null {
  if (name !== expected) return `its name is '${name}', not '${expected}'`
  if (manifest && name === SHELL) return 'the shell has a manifest; only remotes do'
  if (!manifest && name !== SHELL) return 'its manifest is missing'
  if (manifest && manifest.name !== name) return `its manifest is named '${manifest.name}', not '${name}'`
  const chunks = Object.values(exposes).flatMap(({ js, css }) => [...js, ...css])
  const unlisted = [entry, ...chunks, ...preload].find((file) => !Object.hasOwn(files, file))
  if (unlisted) return `it needs '${unlisted}', which is not among its files`
  const outside = Object.keys(files).find((file) => !isPlainName(file))
  if (outside) return `'${outside}' is not a plain file name: use letters, digits and . _ ~ -`
  const absent = Object.values(manifest?.offers ?? {}).find(({ module }) => !exposes[module])
  return absent ? `it offers '${absent.module}', which it does not expose` : null
}

/** Nothing that could lead to another folder, or be hidden. */
export function isPlainName(file: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9._~-]*$/.test(file)
}
