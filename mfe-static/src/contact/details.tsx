import Clock from 'lucide-react/icons/clock'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import MessageCircle from 'lucide-react/icons/message-circle'
import Phone from 'lucide-react/icons/phone'
import type { ReactNode } from 'react'
import * as s from './details.module.css'

export function Details() {
  return (
    <section aria-labelledby="details">
      <h2 className={s.title} id="details">
        How to reach us
      </h2>
      <dl>
        <Detail icon={<Phone size={22} />} name="Phone">
          <a href="tel:+918000000000">+91 80 0000 0000</a>
        </Detail>
        <Detail icon={<Mail size={22} />} name="Email" note="Reply within 24 hours">
          <a href="mailto:hello@aangan.example">hello@aangan.example</a>
        </Detail>
        <Detail icon={<Clock size={22} />} name="Office hours">
          Mon-Sat 9 AM-7 PM
        </Detail>
        <Detail icon={<MessageCircle size={22} />} name="Live chat">
          24/7
        </Detail>
        <Detail icon={<MapPin size={22} />} name="Office" note="Please call before you come">
          2nd floor, 14 Church Street
          <br />
          Bengaluru 560001, Karnataka
        </Detail>
      </dl>
    </section>
  )
}

interface DetailProps {
  icon: ReactNode
  name: string
  note?: string
  children: ReactNode
}

function Detail({ icon, name, note, children }: DetailProps) {
  return (
    <div className={s.detail}>
      <dt className={s.name}>
        <span className={s.icon}>{icon}</span>
        {name}
      </dt>
      <dd className={s.value}>{children}</dd>
      {note && <dd className={s.note}>{note}</dd>}
    </div>
  )
}
