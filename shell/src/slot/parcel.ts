import { mountRootParcel, type Parcel, type ParcelConfigObject, type ParcelProps } from 'single-spa'

type Props = Record<string, unknown>
type MountParcel = (config: ParcelConfigObject, props: ParcelProps) => Parcel

export interface ModuleParts {
  load: () => Promise<ParcelConfigObject>
  element: HTMLElement
  props: Props
  onMounted: () => void
  /** Called for each failure to load, mount, update or unmount. */
  onFailed: (error: unknown) => void
}

export interface MountedModule {
  update(props: Props): void
  /** Cancels mounting while the module loads; a module that is mounting is unmounted afterwards. */
  unmount(): void
}

/** Loads and mounts a module. single-spa keeps no reference to it afterwards, even if it fails. */
export function mountModule({ load, element, props, onMounted, onFailed }: ModuleParts): MountedModule {
  let latest = props
  let passed: Props | undefined
  let isGone = false
  let steps = mount().catch((error: unknown) => {
    if (!isGone) onFailed(error)
    return undefined
  })

  async function mount(): Promise<Parcel | undefined> {
    const [module, mountParcel] = await Promise.all([load(), openShellParcel()])
    if (isGone) return
    const contained = contain(module, onFailed)
    passed = latest
    const parcel = mountParcel(contained.lifecycles, { ...passed, domElement: element })
    await parcel.mountPromise
    if (!contained.hasFailed()) onMounted()
    return parcel
  }

  function then(step: (parcel: Parcel) => Promise<unknown> | undefined): void {
    steps = steps.then(async (parcel) => {
      if (parcel) await step(parcel)
      return parcel
    })
  }

  return {
    update(next) {
      latest = next
      then((parcel) => {
        if (passed === latest || isGone) return
        passed = latest
        return parcel.update?.({ ...latest, domElement: element })
      })
    },
    unmount() {
      isGone = true
      then((parcel) => parcel.unmount())
    },
  }
}

/** single-spa never releases a parcel that failed, so errors are caught here. Failed modules are still asked to unmount. */
function contain(module: ParcelConfigObject, onFailed: (error: unknown) => void) {
  const { bootstrap, mount, unmount, update } = module
  if (typeof mount !== 'function' || typeof unmount !== 'function')
    throw new Error('The module must export mount and unmount.')
  let failed = false
  const guarded =
    (...steps: unknown[]) =>
    async (props: Props) => {
      try {
        for (const step of steps) if (typeof step === 'function') await step(props)
      } catch (error) {
        failed = true
        onFailed(error)
      }
    }
  const lifecycles: ParcelConfigObject = {
    bootstrap: async () => {},
    mount: guarded(bootstrap, mount),
    unmount: guarded(unmount),
    update: guarded(update),
  }
  return { lifecycles, hasFailed: () => failed }
}

let opening: Promise<MountParcel> | undefined

/**
 * The parent of all parcels. single-spa releases an unmounted parcel only if its parent has a name, and the root of
 * `mountRootParcel` has none: every switch of remotes leaked a parcel with its props and element.
 */
function openShellParcel(): Promise<MountParcel> {
  opening ??= new Promise((resolve, reject) => {
    const lifecycles: ParcelConfigObject = {
      name: 'shell',
      bootstrap: async () => {},
      mount: async ({ mountParcel }) => resolve(mountParcel),
      unmount: async () => {},
    }
    mountRootParcel(lifecycles, { domElement: document.createElement('div') }).mountPromise.catch(reject)
  })
  return opening
}
