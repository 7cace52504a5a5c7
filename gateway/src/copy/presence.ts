import { performance } from 'node:perf_hooks'
import { AppError } from '@aangan/service-kit/errors'
import type { Parts } from '@aangan/service-kit/parts'
import type { UpstreamAnswer } from '@aangan/service-kit/upstream'

const PROBE_EVERY_MS = 2_000
/** Two attempts, so that one pause of either process is no outage. With PATIENCE_MS they take less than a second. */
const ATTEMPT_MS = 350
/** A request that has waited for so long begins a probe: most pages take less. */
const PATIENCE_MS = 250

interface PresenceOptions extends Pick<Parts, 'log'> {
  ask(timeoutMs: number): Promise<UpstreamAnswer>
  onAnswer(answer: UpstreamAnswer): void
  hasCopy(): boolean
}

/** Whether the registry can serve pages. Only a probe decides, every two seconds or when a request waits or fails. */
export function watchRegistry({ ask, onAnswer, hasCopy, log }: PresenceOptions) {
  const waiting = new Set<() => void>()
  let awaySince: number | null = null
  let probing: Promise<void> | null = null
  let isClosed = false

  async function answerOf(): Promise<UpstreamAnswer> {
    // Without a copy nobody gets it sooner, and processes that start together are slow to answer.
    const attemptMs = hasCopy() ? ATTEMPT_MS : PROBE_EVERY_MS
    const answer = await ask(attemptMs).catch(() => ask(attemptMs))
    if (answer.status >= 500) throw new AppError('UPSTREAM_FAILED', `The registry returned ${answer.status}`)
    return answer
  }

  function probe(): void {
    probing ??= answerOf()
      .then(found, lost)
      .finally(() => {
        probing = null
      })
  }

  function found(answer: UpstreamAnswer): void {
    if (awaySince !== null) {
      const seconds = Math.round((performance.now() - awaySince) / 1_000)
      log.info({ seconds }, 'the registry is back: pages come from it again')
    }
    awaySince = null
    onAnswer(answer)
  }

  function lost(err: unknown): void {
    if (isClosed) return
    if (awaySince === null) {
      const outcome = hasCopy() ? 'pages come from the copy' : 'there is no copy of the pages'
      log.warn({ err }, `the registry is away: ${outcome}`)
    }
    awaySince ??= performance.now()
    if (hasCopy()) for (const end of waiting) end()
  }

  const timer = setInterval(probe, PROBE_EVERY_MS)
  probe()
  return {
    isAway: () => awaySince !== null,
    probe,
    /** Calls `end` if the registry is found away, and there is a copy. Returns what ends the watch. */
    watch(end: () => void): () => void {
      const patience = setTimeout(probe, PATIENCE_MS)
      waiting.add(end)
      return () => {
        clearTimeout(patience)
        waiting.delete(end)
      }
    },
    async close(): Promise<void> {
      isClosed = true
      clearInterval(timer)
      await probing
    },
  }
}
