import { useFormat } from '@aangan/remote/format'
import { useOwnerOfQuery } from '../shared/api.ts'
import * as s from './owner-facts.module.css'

/** Renders nothing if unknown. */
export function OwnerFacts({ listingId }: { listingId: string }) {
  const format = useFormat()
  const { data: owner } = useOwnerOfQuery(listingId)
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
