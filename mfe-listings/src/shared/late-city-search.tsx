import { useLazyModule } from './use-lazy-module.ts'

const load = () => import(/* webpackChunkName: "city-search" */ '@aangan/product/city-search')

/** Loaded lazily, since few readers see an error page; missing if that fails. */
export function LateCitySearch() {
  const { ready } = useLazyModule(load, true)
  return ready && <ready.CitySearch />
}
