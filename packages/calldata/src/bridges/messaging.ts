import type { Call } from '../decoder/call.ts'
import { deployedOn } from '../decoder/deployedOn.ts'
import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol, type Protocol } from '../decoder/protocol.ts'
import { bridge } from './bridge.ts'

/** Wormhole, which has its own chain ids (1 Solana, 2 Ethereum …). */
const wormhole = defineProtocol({
  id: 'wormhole',
  name: 'Wormhole',
  source: 'https://wormhole.com/docs/products/reference/contract-addresses',
  contracts: [
    {
      name: 'Wormhole v1 bridge',
      addresses: deployedOn(['ethereum'], '0xf92cd566ea4864356c5491c177a430c222d7e678'),
      functions: defineFunctions({
        'lockAssets(address,uint256,bytes32,uint8,uint32,bool)': bridge({
          token: 0,
          amount: 1,
          recipient: 2,
          destination: 3,
        }),
        'lockETH(bytes32,uint8,uint32)': bridge({ recipient: 0, destination: 1 }),
        ...each(bridge(), 'submitVAA(bytes)'),
      }),
    },
  ],
  atAnyAddress: defineFunctions({
    ...each(
      bridge({ token: 0, amount: 1, destination: 2, recipient: 3 }),
      'transferTokens(address,uint256,uint16,bytes32,uint256,uint32)',
      'transferTokensWithPayload(address,uint256,uint16,bytes32,uint32,bytes)',
    ),
    ...each(
      bridge({ destination: 0, recipient: 1 }),
      'wrapAndTransferETH(uint16,bytes32,uint256,uint32)',
      'wrapAndTransferETHWithPayload(uint16,bytes32,uint32,bytes)',
    ),
    ...each(
      bridge(),
      'completeTransfer(bytes)',
      'completeTransferAndUnwrapETH(bytes)',
      'completeTransferWithPayload(bytes)',
      'completeTransferAndUnwrapETHWithPayload(bytes)',
      'completeTransferWithRelay(bytes)',
      'redeemTokensWithPayload((bytes,bytes,bytes))',
      'receiveWormholeMessages(bytes,bytes[],bytes32,uint16,bytes32)',
    ),
    'transferTokensWithRelay(address,uint256,uint256,uint16,bytes32,uint32)': bridge({
      token: 0,
      amount: 1,
      destination: 3,
      recipient: 4,
    }),
    'wrapAndTransferEthWithRelay(uint256,uint16,bytes32,uint32)': bridge({ destination: 1, recipient: 2 }),
    // Native token transfers (NTT managers) and CCTP with a payload.
    'transfer(uint256,uint16,bytes32)': bridge({ amount: 0, destination: 1, recipient: 2 }),
    'transfer(uint256,uint16,bytes32,bytes32,bool,bytes)': bridge({ amount: 0, destination: 1, recipient: 2 }),
    'receiveMessage(bytes)': bridge(),
    'transferTokensWithPayload((address,uint256,uint16,bytes32),uint32,bytes)': bridge({
      token: 0,
      amount: 1,
      destination: 2,
      recipient: 3,
    }),
  }),
})

const cctp = defineProtocol({
  id: 'cctp',
  name: 'Circle CCTP',
  source: 'https://developers.circle.com/cctp/evm-smart-contracts',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(
      bridge({ amount: 0, destination: 1, recipient: 2, token: 3 }),
      'depositForBurn(uint256,uint32,bytes32,address)',
      'depositForBurnWithCaller(uint256,uint32,bytes32,address,bytes32)',
      'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)',
      'depositForBurnWithHook(uint256,uint32,bytes32,address,bytes32,uint256,uint32,bytes)',
    ),
    ...each(bridge(), 'receiveMessage(bytes,bytes)', 'replaceDepositForBurn(bytes,bytes,bytes32,bytes32)'),
    // Hyperliquid's CctpExtension: a batch by signature.
    '0x95878db1': bridge(),
  }),
})

const sendParam = '(uint32,bytes32,uint256,uint256,bytes,bytes,bytes)'
const sendArgs = `(${sendParam},(uint256,uint256),address)`

/**
 * Decodes a LayerZero v2 send. `SendParam` contains destination, recipient and amount. The token is the called
 * contract or the token it adapts.
 */
function send(call: Call): void {
  const args = call.tuple(0)
  const isAddress = args.uint(1) >> 160n === 0n
  call.emit({
    kind: 'bridge',
    token: null,
    amount: args.uint(2),
    recipient: isAddress ? args.low160(1) : null,
    destination: args.uint(0),
  })
}

const stargate = defineProtocol({
  id: 'stargate',
  name: 'Stargate',
  source: 'https://docs.stargate.finance/resources/contracts/mainnet-contracts',
  contracts: [],
  atAnyAddress: defineFunctions({
    'swap(uint16,uint256,uint256,address,uint256,uint256,(uint256,uint256,bytes),bytes,bytes)': (call) =>
      call.emit({ kind: 'bridge', token: null, amount: call.uint(4), recipient: null, destination: call.uint(0) }),
    ...each(
      bridge({ destination: 0 }),
      'swapETH(uint16,address,bytes,uint256,uint256)',
      'swapETHAndCall(uint16,address,bytes,(uint256,uint256),(uint256,uint256,bytes),bytes)',
      'redeemLocal(uint16,uint256,uint256,address,uint256,bytes,(uint256,uint256,bytes))',
      'redeemRemote(uint16,uint256,uint256,address,uint256,uint256,bytes,(uint256,uint256,bytes))',
    ),
    [`sendToken${sendArgs}`]: send,
    ...each(bridge(), 'driveBus(uint32,bytes)', 'rideBus(uint32,bytes)'),
  }),
})

const delivery = '(address,(uint32,bytes32,uint64),bytes32,bytes,bytes,uint256)'

/** Omnichain tokens of both versions, at any address. */
const layerZero = defineProtocol({
  id: 'layerzero',
  name: 'LayerZero OFT',
  source: 'https://docs.layerzero.network/v2/developers/evm/oft/quickstart',
  contracts: [],
  atAnyAddress: defineFunctions({
    [`send${sendArgs}`]: send,
    'sendFrom(address,uint16,bytes,uint256,address,address,bytes)': (call) =>
      call.emit({ kind: 'bridge', token: call.to, amount: call.uint(3), recipient: null, destination: call.uint(1) }),
    ...each(
      bridge({ token: 'self', destination: 1, recipient: 2, amount: 3 }),
      'sendFrom(address,uint16,bytes32,uint256,(address,address,bytes))',
      'sendFrom(address,uint16,bytes32,uint256,uint256,(address,address,bytes))',
      'sendAndCall(address,uint16,bytes32,uint256,bytes,uint64,(address,address,bytes))',
    ),
    // Aptos bridge, and the executors' deliveries.
    'sendToAptos(address,bytes32,uint256,(address,address),bytes)': bridge({
      token: 0,
      recipient: 1,
      amount: 2,
      destination: 'aptos',
    }),
    'sendETHToAptos(bytes32,uint256,(address,address),bytes)': bridge({
      recipient: 0,
      amount: 1,
      destination: 'aptos',
    }),
    ...each(
      bridge(),
      'validateTransactionProofV1(uint16,address,uint256,bytes32,bytes32,bytes)',
      'validateTransactionProofV2(uint16,address,uint256,bytes32,bytes32,bytes,address)',
      'lzReceive((uint32,bytes32,uint64),address,bytes32,bytes,bytes)',
      `execute302(${delivery})`,
      `commitAndExecute(address,${delivery},(address,uint256)[])`,
    ),
  }),
})

const axelar = defineProtocol({
  id: 'axelar',
  name: 'Axelar',
  source: 'https://docs.axelar.dev/resources/contract-addresses/mainnet',
  contracts: [
    {
      name: 'AxelarGateway',
      addresses: {
        ethereum: ['0x4f4495243837681061c4743b74b3eedf548d56a5'],
        avalanche: ['0x5029c0eff6c34351a0cec334542cdb22c7928f78'],
        bsc: ['0x304acf330bbe08d1e512eefaa92f6a57871fd895'],
        polygon: ['0x6f015f16de9fc8791b234ef68d486d2bf203fba8'],
        arbitrum: ['0xe432150cce91c13a887f7d836923d5597add8e31'],
        optimism: ['0xe432150cce91c13a887f7d836923d5597add8e31'],
        base: ['0xe432150cce91c13a887f7d836923d5597add8e31'],
      },
      functions: defineFunctions(each(bridge(), 'execute(bytes)')),
    },
  ],
  atAnyAddress: defineFunctions({
    'sendToken(string,string,string,uint256)': bridge({ amount: 3 }),
    'callContractWithToken(string,string,bytes,string,uint256)': bridge({ amount: 4 }),
    'interchainTransfer(bytes32,string,bytes,uint256,bytes,uint256)': bridge({ amount: 3 }),
    'interchainTransfer(string,bytes,uint256,bytes)': bridge({ token: 'self', amount: 2 }),
  }),
})

const amounts = '(address,uint256)[]'

/** Decodes Chainlink CCIP. The destination is a chain selector. Only the first token of the message is reported. */
function ccipSend(call: Call): void {
  const tokens = call.tuple(1).list(2, 2)
  const has = tokens.length > 0
  call.emit({
    kind: 'bridge',
    token: has ? tokens.address(0) : null,
    amount: has ? tokens.uint(1) : null,
    recipient: null,
    destination: call.uint(0),
  })
}

const ccip = defineProtocol({
  id: 'ccip',
  name: 'Chainlink CCIP',
  source: 'https://docs.chain.link/ccip/directory/mainnet',
  contracts: [],
  atAnyAddress: defineFunctions({ [`ccipSend(uint64,(bytes,bytes,${amounts},address,bytes))`]: ccipSend }),
})

const hyperlane = defineProtocol({
  id: 'hyperlane',
  name: 'Hyperlane',
  source: 'https://docs.hyperlane.xyz/docs/reference/addresses/deployments/mailbox',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(
      bridge({ destination: 0, recipient: 1, amount: 2 }),
      'transferRemote(uint32,bytes32,uint256)',
      'transferRemote(uint32,bytes32,uint256,bytes,address)',
    ),
    ...each(
      bridge({ destination: 0, recipient: 1 }),
      'dispatch(uint32,bytes32,bytes)',
      'dispatch(uint32,bytes32,bytes,bytes,address)',
    ),
    ...each(bridge(), 'process(bytes,bytes)'),
  }),
})

export const messaging: readonly Protocol[] = [wormhole, cctp, stargate, layerZero, axelar, ccip, hyperlane]
