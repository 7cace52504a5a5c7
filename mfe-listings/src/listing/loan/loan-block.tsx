import type { Post } from '@aangan/contracts/posts'
import { CodeFailed } from '@aangan/design/code-failed'
import { Skeleton } from '@aangan/design/skeleton'
import { useRef } from 'react'
import { useLazyModule } from '../../shared/use-lazy-module.ts'
import { useNear } from '../../shared/use-near.ts'
import * as s from './loan-block.module.css'

const loadCalculator = () => import(/* webpackChunkName: "listing-loan" */ './calculator.tsx')

export function LoanBlock({ post }: { post: Post }) {
  const section = useRef<HTMLElement>(null)
  const calculator = useLazyModule(loadCalculator, useNear(section))
  return (
    <section ref={section} className={s.block} aria-labelledby="loan-title">
      <h2 className={s.title} id="loan-title">
        Loan calculator
      </h2>
      <div className={s.holder}>
        {calculator.ready && <calculator.ready.Calculator price={post.price} />}
        {!calculator.ready && !calculator.failed && <Skeleton className={s.coming} />}
        {calculator.failed && (
          <CodeFailed
            title="The calculator could not be loaded"
            remedy={calculator.failed}
            onRetry={() => void calculator.request()}
          />
        )}
      </div>
    </section>
  )
}
