import { execFile, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const script = new URL('../../scripts/fetchContracts.mjs', import.meta.url).href
const program = `import { fetchContracts } from '${script}'
console.log(await fetchContracts(JSON.parse(process.argv[1])).catch((error) => { console.error(error.message); process.exit(1) }))`

const work = mkdtempSync(join(tmpdir(), 'outrigger-fetch-'))
const tarball = packTarball('pragma solidity ^0.8.0;')
const contracts = {
  name: '@example/contracts',
  version: '1.0.0',
  integrity: toIntegrity(tarball),
  files: ['src', 'build/Pair.json', 'build/compiler.js'],
}

function packTarball(source: string): Buffer {
  const folder = mkdtempSync(join(work, 'package-'))
  for (const name of ['src', 'build']) mkdirSync(join(folder, 'package', name), { recursive: true })
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify({ name: '@example/contracts', version: '1.0.0' }))
  writeFileSync(join(folder, 'package/src/Pair.sol'), source)
  writeFileSync(join(folder, 'package/build/Pair.json'), '{}')
  writeFileSync(join(folder, 'package/build/info.json'), '{}')
  writeFileSync(join(folder, 'package/build/compiler.js'), 'exports.folder = __dirname')
  return execFileSync('tar', ['-cz', '-C', folder, 'package'])
}

function toIntegrity(content: Buffer): string {
  return `sha512-${createHash('sha512').update(content).digest('base64')}`
}

/** An npm registry with one package. It answers with `served`, or never answers for the tarball. */
const registry = {
  served: tarball as Buffer | 'hangs',
  tarballRequests: 0,
  server: createServer((request, response) => {
    if (!request.url?.endsWith('.tgz')) {
      const { port } = registry.server.address() as AddressInfo
      const content = registry.served === 'hangs' ? tarball : registry.served
      const dist = { tarball: `http://127.0.0.1:${port}/contracts-1.0.0.tgz`, integrity: toIntegrity(content) }
      const { name, version } = contracts
      const versions = { [version]: { name, version, dist } }
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
      return
    }
    registry.tarballRequests += 1
    registry.server.emit('tarball')
    if (registry.served !== 'hangs') response.end(registry.served)
  }),
}
const { server } = registry

let folder = ''
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
beforeEach(() => {
  folder = mkdtempSync(join(work, 'user-'))
  registry.served = tarball
  registry.tarballRequests = 0
  env = {
    ...process.env,
    XDG_CACHE_HOME: join(folder, 'cache'),
    npm_config_cache: join(folder, 'npm'),
    npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  }
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(work, { recursive: true, force: true, maxRetries: 5 })
})

const command = (one: object) => ['--input-type=module', '-e', program, JSON.stringify([one])]
const fetchOnce = (one: object = contracts) => promisify(execFile)(process.execPath, command(one), { env })
const listCache = () => {
  const directory = join(folder, 'cache/outrigger/contract-packages')
  return existsSync(directory) ? readdirSync(directory) : []
}

describe('Contract packages are fetched', () => {
  it('once for processes that start at the same time, with only the listed files', async () => {
    const results = await Promise.all([fetchOnce(), fetchOnce(), fetchOnce()])
    expect(registry.tarballRequests).toBe(1)
    const [path = '', ...others] = results.map(({ stdout }) => stdout.trim())
    expect(others).toEqual([path, path])
    expect(results.map(({ stderr }) => stderr).join('')).toMatch(/Fetched 1 npm packages with contracts in \d+ s/)
    const files = readdirSync(path, { recursive: true, encoding: 'utf8', withFileTypes: true })
    const names = ['Pair.json', 'Pair.sol', 'compiler.js', 'package.json']
    expect(files.flatMap((file) => (file.isFile() ? [file.name] : [])).sort()).toEqual(names)
    expect(readFileSync(join(path, '@example/contracts/src/Pair.sol'), 'utf8')).toContain('pragma')
    // No lock or temporary folder is left.
    expect(listCache()).toHaveLength(1)
  })

  it('as CommonJS, also into a cache inside a clone', async () => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    const { stdout } = await fetchOnce()
    const compiler = join(stdout.trim(), '@example/contracts/build/compiler.js')
    expect(createRequire(compiler)(compiler)).toEqual({ folder: dirname(compiler) })
  })

  it('only with the expected integrity', async () => {
    registry.served = packTarball('pragma solidity ^0.8.0; // changed')
    const stderr = expect.stringMatching(/@example\/contracts@1\.0\.0 has the integrity sha512-.+ instead of sha512-/)
    await expect(fetchOnce()).rejects.toMatchObject({ code: 1, stderr })
    expect(listCache()).toEqual([])
  })

  it('only if the package has the listed files', async () => {
    const stderr = expect.stringContaining('tar cannot unpack @example/contracts@1.0.0')
    await expect(fetchOnce({ ...contracts, files: ['src', 'missing'] })).rejects.toMatchObject({ code: 1, stderr })
    expect(listCache()).toEqual([])
  })

  it('on the next try after the registry was not reachable', async () => {
    const reachable = env['npm_config_registry']
    env['npm_config_registry'] = 'http://127.0.0.1:1/'
    const stderr = expect.stringMatching(/npm cannot fetch the contract packages[\s\S]+ECONNREFUSED/)
    await expect(fetchOnce()).rejects.toMatchObject({ code: 1, stderr })
    env['npm_config_registry'] = reachable
    await fetchOnce()
    expect(listCache()).toHaveLength(1)
  })

  it('after a process was killed during the download', async () => {
    registry.served = 'hangs'
    const killed = spawn(process.execPath, command(contracts), { env, stdio: 'ignore' })
    await once(server, 'tarball')
    killed.kill('SIGKILL')
    await once(killed, 'close')
    expect(listCache()).toHaveLength(2)

    registry.served = tarball
    server.closeAllConnections()
    await fetchOnce()
    expect(listCache()).toHaveLength(1)
  })
})
