import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { Release, RemoteManifest } from './manifest.ts'
import { parametersOf, placeholdersOf, routeKey } from './routes.ts'
import { RESERVED, serviceOf } from './services.ts'
import { findUnknownKey } from './unknown-key.ts'

/** What is wrong with a `manifest.json`, ready to be shown behind its name; null when nothing is. */
export function findManifestProblem(manifest: unknown): string | null {
  return findShapeProblem(RemoteManifest, manifest) ?? findContradiction(manifest as RemoteManifest)
}

/** The same for a `release.json`, with the manifest in it. */
export function findReleaseProblem(release: unknown): string | null {
  const problem = findShapeProblem(Release, release)
  if (problem) return problem
  const { manifest } = release as Release
  return manifest ? findContradiction(manifest) : null
}

/** Keys first: where one is misspelt, the one that is missing says less. */
function findShapeProblem(schema: TSchema, value: unknown): string | null {
  const unknown = findUnknownKey(schema, value)
  if (unknown) return unknown
  const [error] = Value.Errors(schema, value)
  return error ? `${error.instancePath || '/'} ${error.message}` : null
}

function findContradiction({ routes, nav = [] }: RemoteManifest): string | null {
  const seen = new Set<string>()
  for (const { path, data = '' } of routes) {
    const [parameters, service] = [parametersOf(path), serviceOf(path)]
    if (parameters.includes('search')) return `the route ${path} calls a parameter {search}, which is the query's name`
    if (new Set(parameters).size < parameters.length) return `the route ${path} names two parameters alike`
    const absent = placeholdersOf(data).find((name) => name !== 'search' && !parameters.includes(name))
    if (absent) return `the data of ${path} needs {${absent}}, which is no parameter of it`
    const [, first = '', ...rest] = path.split('/')
    if (RESERVED.includes(first)) return `the route ${path} is under /${first}, which is the site's own`
    if (first.startsWith('{') && rest.length > 0)
      return `the route ${path} begins with a parameter: it would take every address`
    if (service) return `the route ${path} is under a prefix of ${service}: no page is shown there`
    if (seen.has(routeKey(path))) return `two routes are ${path}, by whatever names of its parameters`
    seen.add(routeKey(path))
  }
  const stray = nav.find(({ path }) => !routes.some((route) => route.path === path) || path.includes('{'))
  return stray ? `nav leads to ${stray.path}, which is none of its routes` : null
}
