import { type ScaledSite, type Shape, startScaledSite } from '@aangan/platform/chat-faults/site'

/** Runs `measure` beside the chat tier in processes of its own, and ends it. Throws where a server it needs is missing. */
export async function withScaledSite<T>(shape: Shape, measure: (site: ScaledSite) => Promise<T>): Promise<T> {
  const found = await startScaledSite(shape)
  if ('missing' in found) throw new Error(found.missing)
  try {
    return await measure(found.value)
  } finally {
    await found.value.stop()
  }
}

/** The numbers of these processes, by the names of their parts. Throws for a part that is not there. */
export function pidsOf({ parts }: ScaledSite, names: readonly string[] = Object.keys(parts)): Record<string, number> {
  return Object.fromEntries(
    names.map((name) => {
      const part = parts[name]
      if (!part) throw new Error(`The site has no part ${name}`)
      return [name, part.pid()]
    }),
  )
}
