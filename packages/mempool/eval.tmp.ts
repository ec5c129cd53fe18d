import { readRecordedBlocks, publicRouters } from '/work/main/packages/mempool/src/classify/fixtures/recordedBlocks.ts'
import { createClassifier } from '/work/main/packages/mempool/src/classify/classifier.ts'
import { transactionTypes } from '/work/main/packages/mempool/src/classify/classification.ts'
const rows = readRecordedBlocks()
const c = createClassifier({ chain: 'ethereum' })
const m: any = {}; const miss = new Map<string, number>()
let pub = 0, hit = 0, fp = 0, tin = 0, tout = 0, amt = 0, wrong: any[] = []
for (const r of rows) {
  const k = c.classify(r)
  ;(m[r.truth] ??= {})[k.type] = (m[r.truth]?.[k.type] ?? 0) + 1
  if (k.type !== r.truth) { const key = `${r.truth} -> ${k.type} ${r.to} ${r.selector} [${k.rule}]`; miss.set(key, (miss.get(key) ?? 0) + 1) }
  if (publicRouters.has(r.to ?? '')) {
    if (r.truth === 'swap') { pub++; if (k.type === 'swap') hit++ }
    else if (k.type === 'swap') fp++
    if (k.type === 'swap' && r.swaps.length > 0) {
      const s = k.swap, a = r.swaps[0]!, z = r.swaps.at(-1)!
      const i = s?.tokenIn === a.tokenIn, o = s?.tokenOut === z.tokenOut
      const ins = r.swaps.filter(x => x.tokenIn === a.tokenIn).reduce((t, x) => t + x.amountIn, 0n), outs = r.swaps.filter(x => x.tokenOut === z.tokenOut).reduce((t, x) => t + x.amountOut, 0n)
      const am = s && (s.exact === 'in' ? s.amountIn === ins : s.amountOut === outs)
      if (i) tin++; if (o) tout++; if (am) amt++
      if (!i || !o || !am) wrong.push([r.hash, r.to, r.selector, i, o, am, String(s?.amountIn), String(ins), String(s?.amountOut), String(outs), s?.tokenIn, a.tokenIn, s?.tokenOut, z.tokenOut])
    }
  }
}
console.log('truth\\got', transactionTypes.join(' '))
for (const t of transactionTypes) console.log(t, transactionTypes.map((g) => m[t]?.[g] ?? 0).join(' '))
let f = 0, n = 0
for (const t of transactionTypes) { const tp = m[t]?.[t] ?? 0, all = Object.values(m[t] ?? {}).reduce((a: any, b: any) => a + b, 0) as number, got = transactionTypes.reduce((a, x) => a + (m[x]?.[t] ?? 0), 0); if (all + got > 0) { const f1 = 2 * tp / (all + got); console.log(t, f1.toFixed(3)); f += f1; n++ } }
console.log('macro', (f / n).toFixed(3), { pub, hit, fp, tin, tout, amt })
for (const [k, v] of [...miss].sort((a, b) => b[1] - a[1]).slice(0, +(process.argv[2] ?? 60))) console.log(v, k)
console.log(wrong.length); for (const w of wrong.slice(0, 40)) console.log(w.join(' '))
