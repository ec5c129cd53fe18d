import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { findObstacles, stampVerified } from '../scripts/release/obstacles.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'outrigger-release-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })

describe('a release', () => {
  it('is refused of a tree with changes, and of a commit that was not verified', () => {
    git('init', '--quiet')
    writeFileSync(join(folder, '.gitignore'), '.cache/\n')
    git('add', '.')
    git('commit', '--quiet', '--message', 'one')
    expect(findObstacles(folder)).toEqual([expect.stringContaining('npm run verify')])
    stampVerified(folder)
    expect(findObstacles(folder)).toEqual([])
    writeFileSync(join(folder, 'file'), '')
    expect(findObstacles(folder)).toEqual([expect.stringContaining('file')])
    git('add', '.')
    git('commit', '--quiet', '--message', 'two')
    expect(findObstacles(folder)).toEqual([expect.stringContaining('npm run verify')])
  })

  it('is not published without its version confirmed', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release/release.mjs'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/--confirm \d+\.\d+\.\d+/)
  })
})

describe('what a node is deployed with', () => {
  it('an image in two stages, whose process is not root and is asked for its health', () => {
    const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').split('\n')
    const last = lines.findLastIndex((line) => line.startsWith('FROM '))
    const find = (start: string) => lines.findIndex((line, index) => index > last && line.startsWith(start))
    expect(lines.filter((line) => line.startsWith('FROM '))).toHaveLength(2)
    expect(find('USER node')).toBeGreaterThan(find('COPY --from=build /app/packages'))
    expect(find('ENTRYPOINT')).toBeGreaterThan(find('USER node'))
    expect(lines[find('HEALTHCHECK')]).toContain('/livez')
  })

  it('a unit that limits files, system calls and memory', () => {
    const unit = readFileSync(join(root, 'deploy/outrigger.service'), 'utf8')
    for (const line of [
      'UMask=0077',
      'SystemCallFilter=@system-service',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
    ])
      expect(unit.split('\n')).toContain(line)
    expect(unit).toMatch(/^MemoryMax=\d+G$/m)
  })

  it('services that start without capabilities and with a root file system that is read-only', () => {
    const text = readFileSync(join(root, 'compose.yaml'), 'utf8')
    const [, hardened = ''] = /^x-hardened: &hardened\n((?: {2}.*\n)+)/m.exec(text) ?? []
    for (const line of ['cap_drop: [ALL]', 'security_opt: [no-new-privileges:true]', 'read_only: true'])
      expect(hardened).toContain(line)
    expect(text).toMatch(/^x-node: &node\n {2}<<: \*hardened\n/m)
    const services = /^services:\n([\s\S]*?)^networks:/m.exec(text)?.[1] ?? ''
    const starts = [...services.matchAll(/^ {2}(\w+):\n {4}(.*)\n/gm)].map(([, name, first]) => [name, first])
    expect(Object.fromEntries(starts)).toEqual({
      node1: '<<: *node',
      node2: '<<: *node',
      node3: '<<: *node',
      balancer: '<<: *hardened',
      database: '<<: *hardened',
    })
  })

  it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('a unit that systemd understands', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', 'deploy/outrigger.service'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
