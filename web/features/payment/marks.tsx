import type { ReactNode } from 'react';

const word = (x: number, y: number, size: number, fill: string, text: string, italic = false) => (
  <text
    x={x}
    y={y}
    textAnchor="middle"
    fontSize={size}
    fontWeight={800}
    fontStyle={italic ? 'italic' : undefined}
    fontFamily="Arial, Helvetica, sans-serif"
    fill={fill}
  >
    {text}
  </text>
);

const softbank = (
  <>
    <rect x={10} y={8} width={16} height={5} rx={1} fill="#9aa0a6" />
    <rect x={10} y={16} width={16} height={5} rx={1} fill="#9aa0a6" />
  </>
);

const paypal = (
  <>
    <path d="M23 7h10c5 0 8 3 7 8s-5 8-10 8h-4l-2 8h-6z" fill="#253b80" />
    <path d="M28 12h9c4 0 7 2 6 7s-5 7-9 7h-4l-1 6h-5z" fill="#179bd7" fillOpacity={0.85} />
  </>
);

const au = (
  <>
    <rect x={1} y={1} width={58} height={36} rx={4} fill="#eb5505" />
    {word(30, 27, 24, '#fff', 'au')}
  </>
);

/**
 * What is on the marks of brands and companies, in a field of 60 by 38: drawn by us in their
 * colours, so that they are told apart at a glance.
 */
export const marks: Record<string, ReactNode> = {
  V: word(30, 25, 19, '#1a1f71', 'VISA', true),
  M: (
    <>
      <circle cx={23} cy={19} r={11} fill="#eb001b" />
      <circle cx={37} cy={19} r={11} fill="#f79e1b" />
      <path d="M30 10.5a11 11 0 0 1 0 17a11 11 0 0 1 0-17" fill="#ff5f00" />
    </>
  ),
  A: (
    <>
      <rect x={1} y={1} width={58} height={36} rx={4} fill="#006fcf" />
      {word(30, 24, 15, '#fff', 'AMEX')}
    </>
  ),
  J: (
    <>
      <rect x={11} y={6} width={12} height={26} rx={4} fill="#0e4c96" />
      <rect x={24} y={6} width={12} height={26} rx={4} fill="#bd0a2b" />
      <rect x={37} y={6} width={12} height={26} rx={4} fill="#007b3f" />
      {word(17, 23, 11, '#fff', 'J')}
      {word(30, 23, 11, '#fff', 'C')}
      {word(43, 23, 11, '#fff', 'B')}
    </>
  ),
  D: (
    <>
      <circle cx={30} cy={19} r={14} fill="#0079be" />
      <circle cx={30} cy={19} r={10.5} fill="#fff" />
      <path d="M27 11.5a8.5 8.5 0 0 0 0 15z" fill="#0079be" />
      <path d="M33 11.5a8.5 8.5 0 0 1 0 15z" fill="#0079be" />
    </>
  ),
  CampaignCode: (
    <>
      <path d="M8 9h44v7a3 3 0 0 0 0 6v7H8v-7a3 3 0 0 0 0-6z" fill="#a8518a" />
      <path d="M38 12v14" stroke="#fff" strokeWidth={1.5} strokeDasharray="3 2" />
      {word(23, 23, 12, '#fff', '%')}
    </>
  ),
  PaypalNvp: paypal,
  PaypalRest: paypal,
  SbpsAuone: au,
  SbpsAuSimple: au,
  SbpsDocomo: (
    <>
      <rect x={1} y={1} width={58} height={36} rx={4} fill="#cc0033" />
      {word(17, 27, 24, '#fff', 'd')}
      {word(41, 24, 13, '#fff', '払い')}
    </>
  ),
  SbpsPaypay: (
    <>
      <rect x={1} y={1} width={58} height={36} rx={4} fill="#ff0033" />
      <rect x={7} y={10} width={16} height={18} rx={3} fill="#fff" />
      {word(15, 25, 16, '#ff0033', 'P')}
      {word(41, 24, 13, '#fff', 'Pay')}
    </>
  ),
  SbpsSoftbank: (
    <>
      {softbank}
      {word(42, 20, 14, '#4a4f55', 'SB')}
      {word(30, 33, 9, '#4a4f55', 'SoftBank')}
    </>
  ),
  SbpsSoftbankYahoo: (
    <>
      {softbank}
      {word(43, 21, 16, '#ff0033', 'Y!')}
      {word(30, 33, 9, '#ff0033', 'mobile')}
    </>
  ),
};
