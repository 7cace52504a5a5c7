import { LISTING_LIMITS as LIMITS } from '@aangan/contracts/post-constants'
import type { Place } from '@aangan/contracts/posts'
import { isBlank } from '@aangan/contracts/text/characters'
import { type Coordinates, readCoordinates } from '@aangan/contracts/text/coordinates'
import { Button } from '@aangan/design/button'
import { CheckedField } from '@aangan/design/checked-field'
import { TextField } from '@aangan/design/text-field'
import { PlaceField } from '@aangan/product/place-field'
import { useFormat } from '@aangan/remote/format'
import LocateFixed from 'lucide-react/icons/locate-fixed'
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { PlaceMap } from '../map/place-map.tsx'
import { type Point, pointOf } from '../shared/geo.ts'
import type { FieldFrame, PostFieldsProps } from './field-frame.ts'
import * as s from './field-group.module.css'
import { FieldGroup } from './field-group.tsx'
import { FIELDS, type FieldName } from './form-fields.ts'
import { errorOf, understoodOf } from './read-post.ts'

interface PlaceFieldsProps extends PostFieldsProps {
  frame: (name: FieldName) => FieldFrame
}

export function PlaceFields({ texts, errors, frame, onChange }: PlaceFieldsProps) {
  const degrees = (name: FieldName, example: string) => ({
    ...frame(name),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
    required: true,
    autoComplete: 'off',
    // The error has the same hint.
    hint: errors[name] ? undefined : (understoodOf(name, texts, format) ?? `In degrees, such as ${example}.`),
    check: (text: string) => (pairIn(text) ? undefined : errorOf(name, { ...texts, [name]: text })),
    onPaste(event: ClipboardEvent<HTMLInputElement>) {
      if (chooseBoth(event.clipboardData.getData('text'))) event.preventDefault()
    },
    onBlur: (event: FocusEvent<HTMLInputElement>) => chooseBoth(event.target.value),
    // Sends the form without leaving the field.
    onKeyDown({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) {
      if (key === 'Enter') chooseBoth(currentTarget.value)
    },
  })
  const format = useFormat()
  const [near, setNear] = useState<Place | null>(null)
  function choosePlace(chosen: Place) {
    const { city, locality, place } = chosen
    setNear(chosen)
    onChange({ city, ...(locality && isBlank(texts.address) && { address: place }) })
  }
  const degreesIn = (name: 'latitude' | 'longitude') => FIELDS[name].clean?.(texts[name]) ?? texts[name]
  const typed = { latitude: degreesIn('latitude'), longitude: degreesIn('longitude') }
  const choose = ({ latitude, longitude }: Point) =>
    onChange({ latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) })
  function chooseBoth(text: string): boolean {
    const both = pairIn(text)
    if (both) onChange({ latitude: String(both.latitude), longitude: String(both.longitude) })
    return both !== null
  }
  return (
    <FieldGroup title="Location" note="Click or tap the map where the home is, or enter its latitude and longitude.">
      <TextField
        {...frame('address')}
        className={s.wide}
        required
        autoComplete="off"
        maxLength={LIMITS.address}
        onChange={({ target }) => onChange({ address: target.value })}
      />
      <PlaceField
        {...frame('city')}
        className={s.wide}
        placeholder="Such as Pune"
        unknownHint="No home is listed in a city of this name yet. Check the spelling."
        onChange={(city) => onChange({ city })}
        onChoose={choosePlace}
      />
      <CheckedField {...degrees('latitude', '18.5204')} />
      <CheckedField {...degrees('longitude', '73.8567')} />
      <div className={s.wide}>
        <PlaceMap point={pointOf(typed)} city={near?.city === texts.city ? near.place : texts.city} onChoose={choose} />
      </div>
      <div className={s.wide}>
        <MyPlace chosen={`${texts.latitude} ${texts.longitude}`} onFound={choose} />
      </div>
    </FieldGroup>
  )
}

/** Both coordinates, as maps copy them. `18,52` is one number. */
function pairIn(text: string): Coordinates | null {
  const both = /[.°]/.test(text) ? readCoordinates(text) : null
  return both && Math.abs(both.latitude) <= 90 && Math.abs(both.longitude) <= 180 ? both : null
}

interface MyPlaceProps {
  /** The coordinates in the form. */
  chosen: string
  onFound: (point: Point) => void
}

function MyPlace({ chosen, onFound }: MyPlaceProps) {
  const [state, setState] = useState<'idle' | 'asking' | 'unknown'>('idle')
  const latest = useRef(chosen)

  useEffect(() => {
    latest.current = chosen
  }, [chosen])

  function ask() {
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle')
        // A point that was chosen meanwhile stays.
        if (latest.current === chosen) onFound(coords)
      },
      () => setState('unknown'),
      { enableHighAccuracy: true, timeout: 15_000 },
    )
  }

  return (
    <>
      <Button variant="quiet" dense busy={state === 'asking'} icon={<LocateFixed size={18} />} onClick={ask}>
        Use my location
      </Button>
      <p className={s.note} role="status">
        {state === 'unknown' && 'Your browser could not find your location. Click or tap the map where the home is.'}
      </p>
    </>
  )
}
