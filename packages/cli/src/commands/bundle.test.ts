import { join } from 'node:path'
import { createAnvil, mnemonic } from '@outrigger/devnet'
import { type Builder, createBuilder } from '@outrigger/devnet/builder'
import { type Hex, parseGwei } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDirectory, runCli } from '../fixtures/cliProcess.ts'

const account = mnemonicToAccount(mnemonic)
const dataDir = ['--data-dir', join(createDirectory(), 'data')]
const signerKey = `0x${'5e'.repeat(32)}`
let anvil: Awaited<ReturnType<typeof createAnvil>>
let builder: Builder
let rpc: readonly string[]
let relay: readonly string[]

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1, args: ['--no-mining', '--order', 'fifo'] })
  builder = await createBuilder({ rpcUrl: anvil.rpcUrl, chain: mainnet, relays: ['flashbots'] })
  rpc = ['--rpc', `ethereum=${anvil.rpcUrl}`]
  relay = ['--relay', `flashbots=${builder.urls.flashbots}`]
}, 60_000)
afterAll(async () => {
  await builder?.close()
  await anvil?.close()
})

const sign = (nonce: number, data?: Hex) =>
  account.signTransaction({
    type: 'eip1559',
    chainId: 1,
    nonce,
    gas: 60_000n,
    value: 1n,
    ...(data && { data }),
    to: data === undefined ? `0x${'0b'.repeat(20)}` : '0x0000000000000000000000000000000000000008',
    maxFeePerGas: parseGwei('30'),
    maxPriorityFeePerGas: parseGwei('2'),
  })
const env = { OUTRIGGER_MEV_SIGNER_KEY: signerKey }

it('sends a bundle that a later command finds in its block', async () => {
  const signed = [await sign(0), await sign(1)]
  const simulated = await runCli(['bundle', 'send', 'ethereum', ...signed, '--dry-run', ...rpc])
  expect(simulated).toMatchObject({ code: 0 })
  expect(simulated.stdout).toMatch(/succeeds as block 1\n42000 gas/)
  const send = ['bundle', 'send', '1', ...signed, '--no-wait', '--json', ...rpc, ...relay, ...dataDir]
  const sent = await runCli(send, { env })
  expect(sent).toMatchObject({ code: 0, stderr: '' })
  const { bundle_hash, submissions } = JSON.parse(sent.stdout)
  expect(submissions).toMatchObject([{ relay: 'flashbots', outcome: 'accepted' }])
  await builder.build()
  const of = (command: string) =>
    runCli(['bundle', command, 'ethereum', bundle_hash, ...rpc, ...relay, ...dataDir], { env })
  expect((await of('status')).stdout).toMatch(/included in block 1/)
  expect(await of('cancel')).toMatchObject({ code: 1, stdout: 'The bundle is already included.\n' })
}, 60_000)

it('says what is wrong before anything is sent, and shows no key', async () => {
  const before = builder.received.length
  const none = await runCli(['bundle', 'send', 'ethereum', await sign(2), ...rpc, ...dataDir])
  expect(none).toMatchObject({ code: 2 })
  expect(none.stderr).toMatch(/Name one with --relay/)
  const reverts = await runCli(['bundle', 'send', 'ethereum', await sign(2, '0x01'), ...rpc, ...relay, ...dataDir], {
    env,
  })
  expect(reverts).toMatchObject({ code: 2 })
  expect(reverts.stderr).toMatch(/Transaction 0 fails in a simulation: .* turn the simulation off/)
  expect(reverts.stderr).not.toContain('signed_tx')
  expect(builder.received.length).toBe(before)
  const config = await runCli(['config'], { env })
  expect(config.stdout + config.stderr + reverts.stderr).not.toContain('5e5e5e')
  expect(config.stdout).toMatch(/mev\.signerKey/)
}, 60_000)
