import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { createGuardedAgent, type Lookup } from './guardedAgent.ts'
import { createNetworkRule, loopbackNetworks } from './networks.ts'

/** Spellings of loopback and private addresses. */
const forms = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '127.255.255.254',
  ],
  ...[
    '0.0.0.0',
    '0',
    'localhost',
    'LOCALHOST',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
  ],
  ...[
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[2001:db8::1]',
  ],
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
  ],
  ...['１２７.０.０.１', '127。0。0。1', '%31%32%37.0.0.1'],
]

async function startTarget() {
  let connections = 0
  const server = createServer((_, response) => response.end()).listen(0, '::')
  server.on('connection', () => {
    connections += 1
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function ask(host: string, port: number, networks: readonly string[] = [], lookup?: Lookup) {
  const agent = await createGuardedAgent({ isAllowed: createNetworkRule(networks), timeoutMs: 2000, lookup })
  try {
    const { statusCode, body } = await request(`http://${host}:${port}/`, { dispatcher: agent })
    await body.dump()
    return statusCode
  } catch (error) {
    return (error as { code?: string }).code
  } finally {
    await agent.destroy()
  }
}

describe('the guard of outbound connections', () => {
  it.each(forms)('rejects %s', async (host) => {
    await using target = await startTarget()
    expect(await ask(host, target.port)).toBe('FORBIDDEN_TARGET')
    expect(target.connections()).toBe(0)
  })

  it('allows loopback if enabled', async () => {
    await using target = await startTarget()
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::1]'])
      expect([host, await ask(host, target.port, loopbackNetworks)]).toEqual([host, 200])
    expect(await ask('10.0.0.1', target.port, loopbackNetworks)).toBe('FORBIDDEN_TARGET')
  })

  it('checks the connected address, for names with changing or mixed answers', async () => {
    await using target = await startTarget()
    let asked = 0
    const rebinding: Lookup = (_, __, done) => {
      asked += 1
      done(null, [{ address: asked === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }])
    }
    const mixed: Lookup = (_, __, done) =>
      done(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '10.0.0.7', family: 4 },
      ])
    // A documentation network replaces a public one, because no host there answers.
    const first = await ask('rebind.example', target.port, ['192.0.2.0/24'], rebinding)
    expect(first).not.toBe(200)
    expect(await ask('rebind.example', target.port, ['192.0.2.0/24'], rebinding)).toBe('FORBIDDEN_TARGET')
    expect(await ask('mixed.example', target.port, [], mixed)).toBe('FORBIDDEN_TARGET')
    expect(target.connections()).toBe(0)
  }, 20_000)

  it('recognizes public addresses', () => {
    const isAllowed = createNetworkRule([])
    for (const address of ['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '172.32.0.1', '100.128.0.1'])
      expect([address, isAllowed(address)]).toEqual([address, true])
    for (const address of ['', 'example.com', '1.1.1', '::', '2001::1']) expect(isAllowed(address)).toBe(false)
    expect(() => createNetworkRule(['10.0.0.0/33'])).toThrow('not a CIDR range')
  })
})
