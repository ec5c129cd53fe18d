import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createTestClient, http, parseEther } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../../createNode.ts'
import {
  clients,
  emitter,
  loadWeb3,
  type Order,
  type Outcome,
  type Place,
  reverter,
  topic,
} from './fixtures/clients.ts'

let anvil: Anvil
let node: OutriggerNode
let child: ChildProcess
const places = {} as { direct: Place; gateway: Place }

beforeAll(async () => {
  await loadWeb3()
  anvil = await createAnvil({ chainId: 1 })
  const test = createTestClient({ chain: mainnet, mode: 'anvil', transport: http(anvil.rpcUrl) })
  await test.setCode({ address: emitter, bytecode: `0x7f${topic.slice(2)}60006000a100` })
  await test.setCode({ address: reverter, bytecode: '0x60006000fd' })
  child = fork(fileURLToPath(new URL('./fixtures/clients.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  })
  node = await createNode({ chains: { ethereum: { endpoints: [anvil.rpcUrl] } } })
  const { gatewayUrl, gatewayWsUrl } = await node.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await node.keys.create({ name: 'x', tier: 'unlimited', scopes: ['admin:account'] })
  places.direct = { http: anvil.rpcUrl, ws: anvil.wsUrl, headers: {} }
  places.gateway = {
    http: `${gatewayUrl}/ethereum/rpc`,
    ws: `${gatewayWsUrl}/ethereum/ws`,
    headers: { 'x-api-key': secret },
  }
  // The first run installs web3.
}, 180_000)
afterAll(async () => {
  child?.kill()
  await node?.close()
  await anvil?.close()
})

function run(order: Order): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    child.once('message', ({ outcome, error }: { outcome?: Outcome; error?: string }) =>
      outcome ? resolve(outcome) : reject(new RangeError(error)),
    )
    child.send(order)
  })
}

describe('the gateway is to its clients what the node is', () => {
  it.each(Object.keys(clients))(
    '%s',
    async (name) => {
      const direct = await run({ name, place: places.direct })
      expect(direct).toMatchObject({ gained: parseEther('0.1'), found: 1, emitted: [[topic]] })
      expect(await run({ name, place: places.gateway })).toEqual(direct)
    },
    40_000,
  )
})
