import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ASKED_FOR_PAGES, addressName } from '@aangan/contracts/services'
import { GatewaySettings } from '@aangan/gateway/config'
import { RegistryConfig } from '@aangan/registry/config'
import { expect, it } from 'vitest'
import { ROOT } from '../bin/lib/root.js'
import { metricsPortOf, readSiteConfig, SiteConfig, siteUrl } from './site-config.ts'

it('docs/configuration.md lists every variable and its default', async () => {
  const text = await readFile(join(ROOT, 'docs/configuration.md'), 'utf8')
  const known = [SiteConfig, GatewaySettings, RegistryConfig].flatMap(({ properties }) => Object.keys(properties))
  expect(known.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  expect(text).toContain(`registry: ${ASKED_FOR_PAGES.map((name) => `\`${addressName(name)}\``).join(', ')} |`)
  const defaults = Object.entries(readSiteConfig({})).filter(([, value]) => !Array.isArray(value))
  expect(defaults.filter(([name, value]) => !text.includes(`| \`${name}\` | \`${value}\` |`))).toEqual([])
})

it('a mail server needs the public URL', () => {
  const SMTP_URL = 'smtp://mail.example'
  expect(() => readSiteConfig({ SMTP_URL })).toThrow(/SITE_URL/)
  expect(readSiteConfig({ SMTP_URL, SITE_URL: 'https://example.org' })).toMatchObject({ SMTP_URL })
})

it.each([
  [{}, true],
  [{ NODE_ENV: 'test' }, true],
  [{ NODE_ENV: 'production' }, false],
  [{ SITE_URL: 'https://example.org' }, false],
  [{ SITE_URL: 'https://example.org', NODE_ENV: 'production', DEMO: '1' }, true],
  [{ DEMO: 'false' }, false],
])('with %j, DEMO is %s', (env, isOn) => {
  expect(readSiteConfig(env).DEMO).toBe(isOn)
})

it.each([
  ['127.0.0.1', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
  ['192.0.2.7', 'http://192.0.2.7:3000'],
])('a site that listens on %s is at %s', (HOST, url) => {
  expect(siteUrl({ HOST }, 3000)).toBe(url)
})

it('derives distinct metrics ports for two sites', () => {
  expect(metricsPortOf(3000)).toBe(13_000)
  expect(metricsPortOf(3001)).toBe(13_001)
  expect(metricsPortOf(60_000)).toBe(4_464)
  expect(metricsPortOf(0)).toBe(0)
})
