// What no page shows before it is touched. It is one script, which is loaded with the first touch.
export { Refusal } from './Refusal';
export { Cross, ToastMark } from './ToastMark';
