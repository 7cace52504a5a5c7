import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addressName } from '@aangan/contracts/services'
import { GatewaySettings } from '@aangan/gateway/config'
import { ASKED, RegistryConfig } from '@aangan/registry/config'
import { expect, it } from 'vitest'
import { ROOT } from '../bin/lib/root.js'
import { metricsPortOf, readSiteConfig, SiteConfig } from './site-config.ts'

it('docs/configuration.md lists every variable and its default', async () => {
  const text = await readFile(join(ROOT, 'docs/configuration.md'), 'utf8')
  const known = [SiteConfig, GatewaySettings, RegistryConfig].flatMap(({ properties }) => Object.keys(properties))
  expect(known.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  expect(text).toContain(`registry: ${ASKED.map((name) => `\`${addressName(name)}\``).join(', ')} |`)
  const defaults = Object.entries(readSiteConfig({})).filter(([, value]) => !Array.isArray(value))
  expect(defaults.filter(([name, value]) => !text.includes(`| \`${name}\` | \`${value}\` |`))).toEqual([])
})

it('derives distinct metrics ports for two sites', () => {
  expect(metricsPortOf(3000)).toBe(13_000)
  expect(metricsPortOf(3001)).toBe(13_001)
  expect(metricsPortOf(60_000)).toBe(4_464)
  expect(metricsPortOf(0)).toBe(0)
})
