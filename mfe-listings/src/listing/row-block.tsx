import { classNames } from '@aangan/web-kit/ui/class-names'
import Bath from 'lucide-react/icons/bath'
import BedDouble from 'lucide-react/icons/bed-double'
import Bus from 'lucide-react/icons/bus'
import PawPrint from 'lucide-react/icons/paw-print'
import Ruler from 'lucide-react/icons/ruler'
import School from 'lucide-react/icons/school'
import Sofa from 'lucide-react/icons/sofa'
import Utensils from 'lucide-react/icons/utensils'
import Wallet from 'lucide-react/icons/wallet'
import Zap from 'lucide-react/icons/zap'
import { useId } from 'react'
import * as s from './row-block.module.css'
import type { Row, RowName } from './rows.ts'

const ICONS: Record<RowName, typeof Bath> = {
  utilities: Zap,
  pet: PawPrint,
  income: Wallet,
  furnishing: Sofa,
  size: Ruler,
  bedroom: BedDouble,
  bathroom: Bath,
  school: School,
  bus: Bus,
  restaurant: Utensils,
}

/** Renders nothing without rows. */
export function RowBlock({ title, rows }: { title: string; rows: Row[] }) {
  const id = useId()
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 className={s.title} id={id}>
        {title}
      </h2>
      <dl>
        {rows.map(({ name, label, text }) => {
          const Icon = ICONS[name]
          return (
            <div key={name} className={s.row}>
              <dt className={s.label}>
                <Icon size={22} className={s.icon} /> {label}
              </dt>
              <dd className={classNames(s.text, /\d/.test(text) && s.figures)}>{text}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
