import { type ScaledSite, type Shape, startScaledSite } from '@aangan/platform/chat-faults/site'

/** Runs `measure` against a multi-process chat tier, then stops it. Throws if a required server is missing. */
export async function withScaledSite<T>(shape: Shape, measure: (site: ScaledSite) => Promise<T>): Promise<T> {
  const found = await startScaledSite(shape)
  if ('missing' in found) throw new Error(found.missing)
  try {
    return await measure(found.value)
  } finally {
    await found.value.stop()
  }
}

/** Returns process ids by part name. Throws for an unknown part. */
export function pidsOf({ parts }: ScaledSite, names: readonly string[] = Object.keys(parts)): Record<string, number> {
  return Object.fromEntries(
    names.map((name) => {
      const part = parts[name]
      if (!part) throw new Error(`The site has no part ${name}`)
      return [name, part.pid()]
    }),
  )
}
