import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { type LiveRelease, Release, RemoteManifest, type RemoteRoute } from './manifest.ts'
import { callsOf, parametersOf, placeholdersOf, routeKey } from './routes.ts'
import { RESERVED, serviceOf } from './services.ts'
import { findUnknownKey } from './unknown-key.ts'

/** Returns what is wrong with a `manifest.json`, worded to follow its file name; null if it is valid. */
export function findManifestProblem(manifest: unknown): string | null {
  // Unknown keys first: "did you mean" helps more than reporting the misspelt key as missing.
  const problem = findUnknownKey(RemoteManifest, manifest) ?? findShapeProblem(RemoteManifest, manifest)
  return problem ?? findContradiction(manifest as RemoteManifest)
}

/** As `findManifestProblem`, for a `release.json` and the manifest in it. Ignores unknown keys: a newer build may add some. */
export function findReleaseProblem(
  release: unknown,
  schema: typeof Release | typeof LiveRelease = Release,
): string | null {
  const problem = findShapeProblem(schema, release)
  if (problem) return problem
  const { manifest } = release as Release
  return manifest ? findContradiction(manifest) : null
}

function findShapeProblem(schema: TSchema, value: unknown): string | null {
  const [error] = Value.Errors(schema, value)
  if (error?.keyword === 'required') return missing(error.instancePath, error.params.requiredProperties)
  return error ? `${error.instancePath || '/'} ${error.message}` : null
}

/** What a manifest has where it has nothing to say. */
const EMPTY: Record<string, string> = { '/routes': '[]', '/offers': '{}' }

function missing(at: string, [key = '']: string[]): string {
  const empty = EMPTY[`${at}/${key}`]
  return `${at && `${at}: `}"${key}" is missing${empty ? `: ${empty} if it has none` : ''}`
}

function findContradiction({ routes, nav = [], offers }: RemoteManifest): string | null {
  const seen = new Set<string>()
  for (const route of routes) {
    const { path } = route
    const [parameters, service] = [parametersOf(path), serviceOf(path)]
    if (parameters.includes('search'))
      return `the route ${path} has a parameter {search}, which is reserved for the query string`
    if (new Set(parameters).size < parameters.length) return `the route ${path} has two parameters of the same name`
    const wrong = findDataProblem(route)
    if (wrong) return wrong
    const [, first = '', ...rest] = path.split('/')
    if (RESERVED.includes(first)) return `the route ${path} is under /${first}, which is reserved for the site itself`
    if (first.startsWith('{') && rest.length > 0)
      return `the route ${path} begins with a parameter and would match every address: begin it with a word`
    if (service) return `the route ${path} is under a URL prefix of the service ${service}: use another path`
    if (seen.has(routeKey(path))) return `two routes match the same addresses as ${path}: remove one`
    seen.add(routeKey(path))
  }
  const slots = Object.values(offers).map(({ slot }) => slot)
  const twice = slots.find((slot, at) => slots.indexOf(slot) < at)
  if (twice) return `two offers fill the slot ${twice}: remove one`
  const stray = nav.find(({ path }) => !routes.some((route) => route.path === path) || path.includes('{'))
  return stray ? `nav leads to ${stray.path}, which is not one of its routes without parameters` : null
}

/** A page waits for all of them, and carries them. */
const MOST_CALLS = 5

function findDataProblem({ path, data, userData }: RemoteRoute): string | null {
  const calls = [...callsOf(data), ...callsOf(userData)]
  if (calls.length > MOST_CALLS)
    return `the data of ${path} is ${calls.length} calls: at most ${MOST_CALLS} come with a page`
  const twice = calls.find((call, at) => calls.indexOf(call) < at)
  if (twice) return `the data of ${path} has ${twice} twice: remove one`
  const stray = calls.find((call) => !call.startsWith('/'))
  if (stray !== undefined) return `the data of ${path} has '${stray}': begin it with /, such as /posts`
  // A browser reads `/\` as `//`, which begins the name of another host.
  if (calls.some((call) => /^\/[/\\]/.test(call)))
    return `the data of ${path} is on another host: use a path of this site, such as /posts`
  const known = ['search', ...parametersOf(path)]
  const absent = calls.flatMap(placeholdersOf).find((name) => !known.includes(name))
  return absent ? `the data of ${path} needs {${absent}}, which is not a parameter of the route` : null
}
