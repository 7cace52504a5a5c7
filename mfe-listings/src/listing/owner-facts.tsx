import { useFormat } from '@aangan/remote/format'
import { useOwnerQuery } from './api.ts'
import * as s from './owner-facts.module.css'

/** Renders nothing if unknown. */
export function OwnerFacts({ userId }: { userId: string }) {
  const format = useFormat()
  const { data: owner } = useOwnerQuery(userId)
  if (!owner) return null
  const { agent, createdAt, repliesWithin } = owner
  return (
    <div className={s.facts}>
      {agent && <p>{`${agent.title}, ${agent.location}`}</p>}
      <p>{`Member since ${format.year(createdAt)}`}</p>
      {repliesWithin && <p>{`Usually replies within ${repliesWithin}`}</p>}
    </div>
  )
}
