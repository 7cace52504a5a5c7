/**
 * Byte budgets of a first visit to each route in kB (1,024 bytes), at 1366 × 768 with an empty cache. `code`: scripts
 * and styles, which block a working page; `total`: also the document, fonts and visible pictures. `npm run bench --
 * bytes` records the current values in bench/README.md.
 */
export const BUDGETS: Record<string, { code: number; total: number }> = {
  '/': { code: 183, total: 270 },
  '/list': { code: 300, total: 414 },
  '/{id}': { code: 186, total: 280 },
  '/agents': { code: 172, total: 242 },
  '/about': { code: 170, total: 233 },
  '/contact': { code: 171, total: 239 },
  '/login': { code: 170, total: 237 },
}

/** Shows pictures and map together: the heavier of the two layouts. */
export const DESKTOP = { width: 1366, height: 768 }
