import { deployedOn } from '../decoder/deployedOn.ts'
import { each } from '../decoder/each.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { defineFunctions, defineProtocol, type Protocol } from '../decoder/protocol.ts'
import { bridge } from './bridge.ts'

const zkSync = defineProtocol({
  id: 'zksync_bridge',
  name: 'ZKsync bridge',
  source: 'https://docs.zksync.io/zksync-era/environment',
  contracts: [
    {
      name: 'Base token system contract',
      addresses: deployedOn(['zksync'], '0x000000000000000000000000000000000000800a'),
      functions: defineFunctions(
        each(
          bridge({ recipient: 0, destination: 'ethereum' }),
          'withdraw(address)',
          'withdrawWithMessage(address,bytes)',
        ),
      ),
    },
    {
      name: 'L2SharedBridge',
      addresses: deployedOn(['zksync'], '0x11f943b2c77b743ab90f4a0ae7d5a4e7fca3e102'),
      functions: defineFunctions(
        each(
          bridge({ recipient: 0, token: 1, amount: 2, destination: 'ethereum' }),
          'withdraw(address,address,uint256)',
        ),
      ),
    },
    {
      name: 'ZKsync Lite, Era diamond',
      addresses: deployedOn(
        ['ethereum'],
        '0xabea9132b05a70803a4e85094fd0e1800777fbef',
        '0x32400084c286cf3e17e7b677ea9583e60a000324',
      ),
      functions: defineFunctions({
        'depositETH(address)': bridge({ recipient: 0, destination: 'zksync' }),
        'depositERC20(address,uint104,address)': bridge({ token: 0, amount: 1, recipient: 2, destination: 'zksync' }),
        ...each(
          bridge(),
          'withdrawPendingBalance(address,address,uint128)',
          'withdrawETH(uint128)',
          'withdrawERC20(address,uint128)',
          'requestFullExit(uint32,address)',
          'fullExit(uint32,address)',
          'depositNFT(address,uint256,address)',
        ),
      }),
      receive: bridge({ recipient: 'sender', destination: 'zksync' }),
    },
  ],
  atAnyAddress: defineFunctions({
    ...each(bridge({ recipient: 0 }), 'requestL2Transaction(address,uint256,bytes,uint256,uint256,bytes[],address)'),
    ...each(
      bridge({ recipient: 0, token: 1, amount: 2 }),
      'deposit(address,address,uint256,uint256,uint256,address)',
      'deposit(address,address,uint256,uint256,uint256)',
    ),
    'requestL2TransactionDirect((uint256,uint256,address,uint256,bytes,uint256,uint256,bytes[],address))': (call) => {
      const args = call.tuple(0)
      call.emit({
        kind: 'bridge',
        token: null,
        amount: args.uint(1),
        recipient: args.address(2),
        destination: args.uint(0),
      })
    },
    'requestL2TransactionTwoBridges((uint256,uint256,uint256,uint256,uint256,address,address,uint256,bytes))': (
      call,
    ) => {
      const args = call.tuple(0)
      call.emit({ kind: 'bridge', token: null, amount: null, recipient: args.address(5), destination: args.uint(0) })
    },
    ...each(
      bridge(),
      'finalizeWithdrawal(uint256,uint256,uint16,bytes,bytes32[])',
      'finalizeEthWithdrawal(uint256,uint256,uint16,bytes,bytes32[])',
      'finalizeWithdrawal(uint256,uint256,uint256,uint16,bytes,bytes32[])',
    ),
  }),
})

const toStarknet = { destination: 'starknet' } as const

const starkGate = defineProtocol({
  id: 'starkgate',
  name: 'StarkGate',
  source: 'https://docs.starknet.io/starkgate/overview',
  contracts: [
    {
      name: 'Token bridges: ETH, USDC, USDT, WBTC, wstETH, rETH, DAI (two), STRK, multi',
      addresses: deployedOn(
        ['ethereum'],
        '0xae0ee0a63a2ce6baeeffe56e7714fb4efe48d419',
        '0xf6080d9fbeebcd44d89affbfd42f098cbff92816',
        '0xbb3400f107804dfb482565ff1ec8d8ae66747605',
        '0x283751a21eafbfcd52297820d27c1f1963d9b5b4',
        '0xbf67f59d2988a46fbff7ed79a621778a3cd3985b',
        '0xcf58536d6fab5e59b654228a5a4ed89b13a876c2',
        '0x9f96fe0633ee838d0298e8b8980e6716be81388d',
        '0x659a00c33263d9254fed382de81349426c795bb6',
        '0xce5485cfb26914c5dce00b9baf0580364dafc7a4',
        '0xf5b6ee2caeb6769659f6c091d209dfdcaf3f69eb',
      ),
      functions: defineFunctions({
        ...each(bridge({ ...toStarknet }), 'deposit(uint256)'),
        'deposit(uint256,uint256)': bridge({ ...toStarknet, amount: 0 }),
        ...each(
          bridge({ ...toStarknet, token: 0, amount: 1 }),
          'deposit(address,uint256,uint256)',
          'depositWithMessage(address,uint256,uint256,uint256[])',
        ),
        'withdraw(uint256,address)': bridge({ amount: 0, recipient: 1 }),
        'withdraw(address,uint256,address)': bridge({ token: 0, amount: 1, recipient: 2 }),
        ...each(bridge(), 'withdraw(uint256)', 'depositCancelRequest(uint256,uint256,uint256)'),
      }),
    },
  ],
})

const linea = defineProtocol({
  id: 'linea_bridge',
  name: 'Linea bridge',
  source: 'https://docs.linea.build/network/build/contracts',
  contracts: [],
  atAnyAddress: defineFunctions({
    'sendMessage(address,uint256,bytes)': bridge({ recipient: 0 }),
    'claimMessage(address,address,uint256,uint256,address,bytes,uint256)': bridge({ recipient: 1, amount: 3 }),
    'claimMessageWithProof((bytes32[],uint256,uint32,address,address,uint256,uint256,address,bytes32,bytes))': (
      call,
    ) => {
      const args = call.tuple(0)
      call.emit({ kind: 'bridge', token: null, amount: args.uint(6), recipient: args.address(4), destination: null })
    },
    'bridgeToken(address,uint256,address)': bridge({ token: 0, amount: 1, recipient: 2 }),
    ...each(bridge({ token: 0, amount: 1, recipient: 2 }), 'bridgeTokenWithPermit(address,uint256,address,bytes)'),
    // Linea's USDC bridge.
    'depositTo(uint256,address)': bridge({ amount: 0, recipient: 1 }),
  }),
})

const scroll = defineProtocol({
  id: 'scroll_bridge',
  name: 'Scroll bridge',
  source: 'https://docs.scroll.io/en/developers/scroll-contracts',
  contracts: [
    {
      name: 'L1GasPriceOracle',
      addresses: deployedOn(['scroll'], '0x5300000000000000000000000000000000000002'),
      functions: defineFunctions(
        each(otherAction, 'setL1BaseFee(uint256)', 'setL1BaseFeeAndBlobBaseFee(uint256,uint256)'),
      ),
    },
  ],
  atAnyAddress: defineFunctions({
    ...each(bridge({ recipient: 'sender', amount: 0 }), 'depositETH(uint256,uint256)', 'withdrawETH(uint256,uint256)'),
    // Synapse has a function with the same selector whose second argument is a chain id instead of an amount.
    'depositETH(address,uint256,uint256)': (call) =>
      call.uint(1) < 1_000_000n ? call.reject() : bridge({ recipient: 0, amount: 1 })(call),
    ...each(
      bridge({ recipient: 0, amount: 1 }),
      'withdrawETH(address,uint256,uint256)',
      'sendMessage(address,uint256,bytes,uint256)',
      'sendMessage(address,uint256,bytes,uint256,address)',
    ),
    ...each(
      bridge({ token: 0, recipient: 'sender', amount: 1 }),
      'depositERC20(address,uint256,uint256)',
      'withdrawERC20(address,uint256,uint256)',
    ),
    ...each(
      bridge({ token: 0, recipient: 1, amount: 2 }),
      'depositERC20(address,address,uint256,uint256)',
      'withdrawERC20(address,address,uint256,uint256)',
    ),
    'relayMessageWithProof(address,address,uint256,uint256,bytes,(uint256,bytes))': bridge({ recipient: 1, amount: 2 }),
  }),
})

export const zkRollups: readonly Protocol[] = [zkSync, starkGate, linea, scroll]
