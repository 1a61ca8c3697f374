const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/lookup-zTtHs73K.js","assets/title-A155jPj3.js","assets/cases-Bsmm22zI.js","assets/more-DgMY5BLH.js","assets/case-CjTh_30Q.js","assets/policies-EEmoRIn9.js","assets/policy-oC3o2Vj9.js","assets/tasks-m0UxMVGq.js","assets/deliveries-5-YSskhR.js"])))=>i.map(i=>d[i]);
import{_ as e,a as t,c as n,d as r,f as i,g as a,h as o,i as s,l as c,m as l,n as u,o as d,p as f,r as p,s as ee,t as m,u as h,v as g,y as te}from"./title-A155jPj3.js";var _,v;function y(e){return!v||(typeof v==`string`?e.startsWith(v):v.test(e))}function b(e,t){let n=``;if(_=void 0,t&&t.type===`click`){if(t.ctrlKey||t.metaKey||t.altKey||t.shiftKey||t.button!==0)return e;let r=t.composedPath().find(e=>e.nodeName==`A`&&e.href),i=r&&r.getAttribute(`href`);if(!r||r.origin!=location.origin||/^#/.test(i)||!/^(_?self)?$/i.test(r.target)||!y(i)||r.download)return e;_=!0,t.preventDefault(),n=r.href.replace(location.origin,``)}else t&&t.url?(_=!t.replace,n=t.url):n=location.pathname+location.search;return _===!0?history.pushState(null,``,n):_===!1&&history.replaceState(null,``,n),n}var ne=(e,t,n={})=>{e=e.split(`/`).filter(Boolean),t=(t||``).split(`/`).filter(Boolean),n.params||={};for(let r=0,i,a;r<Math.max(e.length,t.length);r++){let[,o,s,c]=(t[r]||``).match(/^(:?)(.*?)([+*?]?)$/);if(i=e[r],o||s!=i){if(!o&&i&&c==`*`){n.rest=`/`+e.slice(r).join(`/`);break}if(!o||!i&&c!=`?`&&c!=`*`)return;if(a=c==`+`||c==`*`,a?i=e.slice(r).map(decodeURIComponent).join(`/`)||void 0:i&&=decodeURIComponent(i),n.params[s]=i,s in n||(n[s]=i),a)break}}return n};function x(e){let[t,n]=ee(b,e.url||location.pathname+location.search);e.scope&&(v=e.scope);let r=_===!0,i=h(()=>{let e=new URL(t,location.origin),i=e.pathname.replace(/\/+$/g,``)||`/`;return{url:t,path:i,query:Object.fromEntries(e.searchParams),route:(e,t)=>n({url:e,replace:t}),back:()=>{history.back()},forward:()=>{history.forward()},wasPush:r}},[t]);return s(()=>(addEventListener(`click`,n),addEventListener(`popstate`,n),()=>{removeEventListener(`click`,n),removeEventListener(`popstate`,n)}),[]),a(x.ctx.Provider,{value:i},e.children)}var re=Promise.resolve();function S(e){let[t,n]=ee(e=>e+1,0),{url:r,query:l,wasPush:u,path:f}=E();if(!r)throw Error(`preact-iso's <Router> must be used within a <LocationProvider>, see: https://github.com/preactjs/preact-iso#locationprovider`);let{rest:p=f,params:m={}}=c(ae),g=d(!1),te=d(f),_=d(1),v=d(),y=d(),b=d(),x=d(!1),S=d();S.current=!1;let T,D,O;i(e.children).some(e=>{if(ne(p,e.props.path,O={...e.props,path:p,query:l,params:Object.assign({},m),rest:``}))return T=o(e,O);e.props.default&&(D=o(e,O))});let k=T||D,oe=v.current&&v.current.__u&C&&v.current.__u&w,se=v.current&&v.current.__h,ce=h(()=>{y.current=v.current,v.current=a(ae.Provider,{value:O},k);let e=y.current&&y.current.props.children;return!e||!k||k.type!==e.type||k.props.component!==e.props.component?(_.current++,!0):!1},[r,JSON.stringify(O)]);oe?(v.current.__u|=C,v.current.__u|=w):se&&(v.current.__h=!0);let le=y.current;return y.current=null,this.__c=(t,i)=>{S.current=!0,y.current=le,e.onLoadStart&&e.onLoadStart(r),g.current=!0;let a=_.current;t.then(()=>{a===_.current&&(y.current=null,v.current&&(i.__h&&(v.current.__h=i.__h),i.__u&w&&(v.current.__u|=w),i.__u&C&&(v.current.__u|=C)),re.then(n))})},s(()=>{let t=this.__v&&this.__v.__e;S.current?!x.current&&!b.current&&(b.current=t):(!x.current&&b.current&&(b.current!==t&&b.current.remove(),b.current=null),x.current=!0,te.current!==f&&(u&&scrollTo(0,0),e.onRouteChange&&e.onRouteChange(r),te.current=f),e.onLoadEnd&&g.current&&e.onLoadEnd(r),g.current=!1)},[f,u,t]),ce?[a(ie,{r:v,key:_.current}),a(ie,{r:y,key:_.current-1})]:a(ie,{r:v,key:_.current})}var C=32,w=128,ie=({r:e})=>e.current;S.Provider=x,x.ctx=l({});var ae=l({}),T=e=>a(e.component,e),E=()=>c(x.ctx),D=e.__b;e.__b=e=>{e.type&&e.type._forwarded&&e.ref&&(e.props.ref=e.ref,e.ref=null),D&&D(e)};function O(e){let t,r,i=()=>e().then(e=>r=e&&e.default||e),o=e=>{let[,o]=n(0),s=d(r);if(t||=i(),r!==void 0)return a(r,e);throw s.current||=t.then(()=>o(1)),t};return o.preload=()=>(t||=i(),t),o._forwarded=!0,o}var k=e.__e;e.__e=(e,t,n)=>{if(e&&e.then){let r=t;for(;r=r.__;)if(r.__c&&r.__c.__c)return t.__e??(t.__c.__z=[n.__e],t.__e=n.__e,t.__k=n.__k),t.__k||=[],r.__c.__c(e,t)}k&&k(e,t,n)};function oe(e){return this.__c=se,this.componentDidCatch=e.onError,e.children}function se(e){e.then(()=>this.forceUpdate())}var ce=(function(){let e=typeof document<`u`&&document.createElement(`link`).relList;return e&&e.supports&&e.supports(`modulepreload`)?`modulepreload`:`preload`})(),le=function(e){return`/console/`+e},ue={},de=function(e){return e.pathname.endsWith(`.css`)},fe=function(e,t,n){if(t in e)return e[t];let r=n();if(!r){e[t]=void 0;return}let i=r.then(()=>{e[t]=void 0},n=>{throw e[t]=void 0,n});return e[t]=i,i},A=function(e,t,n){let r=Promise.resolve();if(t&&t.length>0){let e,i=document.querySelector(`meta[property=csp-nonce]`),a=i?.nonce||i?.getAttribute(`nonce`);function o(e){return Promise.all(e.map(e=>Promise.resolve(e).then(e=>({status:`fulfilled`,value:e}),e=>({status:`rejected`,reason:e}))))}function s(e){return import.meta.resolve?new URL(import.meta.resolve(e)):new URL(e,import.meta.url)}r=o(t.map(t=>{t=le(t,n);let r=s(t),i=de(r);return fe(ue,r.href,()=>{if(e===void 0){e={all:new Set,styles:new Set};let t=document.getElementsByTagName(`link`);for(let n=t.length-1;n>=0;n--){let r=t[n];e.all.add(r.href),r.rel===`stylesheet`&&e.styles.add(r.href)}}if((i?e.styles:e.all).has(r.href))return;let t=document.createElement(`link`);if(t.rel=i?`stylesheet`:ce,i||(t.as=`script`),t.crossOrigin=``,t.href=r.href,a&&t.setAttribute(`nonce`,a),document.head.appendChild(t),i)return new Promise((e,n)=>{let i=a=>{t.removeEventListener(`load`,i),t.removeEventListener(`error`,i),a.type===`error`?n(Error(`Unable to preload CSS for ${r}`)):e(a)};t.addEventListener(`load`,i),t.addEventListener(`error`,i)})})}).filter(e=>e!==void 0))}function i(e){let t=new Event(`vite:preloadError`,{cancelable:!0});if(t.payload=e,window.dispatchEvent(t),!t.defaultPrevented)throw e}return r.then(t=>{for(let e of t||[])e.status===`rejected`&&i(e.reason);return e().catch(i)})},pe=Symbol.for(`preact-signals`);function j(){if(I>1)I--;else{var e,t=!1;for((function(){var e=ve;for(ve=void 0;e!==void 0;){var t=e.S;if(t.v===e.v)for(var n=t.t;n!==void 0;n=n.x)n.i===e.i&&(n.i=t.i);e=e.o}})();F!==void 0;){var n=F;for(F=void 0,he++;n!==void 0;){var r=n.u;if(n.u=void 0,n.f&=-3,!(8&n.f)&&xe(n))try{n.c()}catch(n){t||=(e=n,!0)}n=r}}if(he=0,I--,t)throw e}}function me(e){if(I>0)return e();_e=++ge,I++;try{return e()}finally{j()}}var M,N=void 0;function P(e){var t=N,n=M;N=void 0,M=void 0;try{return e()}finally{N=t,M=n}}var F=void 0,I=0,he=0,ge=0,_e=0,ve=void 0,ye=0;function be(e){if(N!==void 0){var t=e.n;if(t===void 0||t.t!==N)return t={i:0,S:e,p:N.s,n:void 0,t:N,e:void 0,x:void 0,r:t},N.s!==void 0&&(N.s.n=t),N.s=t,e.n=t,32&N.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=N.s,t.n=void 0,N.s.n=t,N.s=t),t}}function L(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}L.prototype.brand=pe,L.prototype.h=function(){return!0},L.prototype.S=function(e){var t=this,n=this.t;n!==e&&e.e===void 0&&(e.x=n,this.t=e,n===void 0?P(function(){var e;(e=t.W)==null||e.call(t)}):n.e=e)},L.prototype.U=function(e){var t=this;if(this.t!==void 0){var n=e.e,r=e.x;n!==void 0&&(n.x=r,e.e=void 0),r!==void 0&&(r.e=n,e.x=void 0),e===this.t&&(this.t=r,r===void 0&&P(function(){var e;(e=t.Z)==null||e.call(t)}))}},L.prototype.subscribe=function(e){var t=this;return V(function(){var n=t.value;P(function(){return e(n)})},{name:`sub`})},L.prototype.valueOf=function(){return this.value},L.prototype.toString=function(){return this.value+``},L.prototype.toJSON=function(){return this.value},L.prototype.peek=function(){var e=this;return P(function(){return e.value})},Object.defineProperty(L.prototype,"value",{get:function(){var e=be(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(he>100)throw Error(`Cycle detected`);(function(e){I!==0&&he===0&&e.l!==_e&&(e.l=_e,ve={S:e,v:e.v,i:e.i,o:ve})})(this),this.v=e,this.i++,ye++,I++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{j()}}}});function R(e,t){return new L(e,t)}function xe(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function Se(e){for(var t=e.s;t!==void 0;t=t.n){var n=t.S.n;if(n!==void 0&&(t.r=n),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function Ce(e){for(var t=e.s,n=void 0;t!==void 0;){var r=t.p;t.i===-1?(t.S.U(t),r!==void 0&&(r.n=t.n),t.n!==void 0&&(t.n.p=r)):n=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=r}e.s=n}function z(e,t){L.call(this,void 0,t),this.x=e,this.s=void 0,this.g=ye-1,this.f=4}z.prototype=new L,z.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===ye))return!0;if(this.g=ye,this.f|=1,this.i>0&&!xe(this))return this.f&=-2,!0;var e=N;try{Se(this),N=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(e){this.v=e,this.f|=16,this.i++}return N=e,Ce(this),this.f&=-2,!0},z.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}L.prototype.S.call(this,e)},z.prototype.U=function(e){if(this.t!==void 0&&(L.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}},z.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}},Object.defineProperty(z.prototype,"value",{get:function(){if(1&this.f)throw Error(`Cycle detected`);var e=be(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function we(e,t){return new z(e,t)}function Te(e){var t=e.j;if(e.j=void 0,typeof t==`function`){I++;var n=N;N=void 0;try{t()}catch(t){throw e.f&=-2,e.f|=8,Ee(e),t}finally{N=n,j()}}}function Ee(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,Te(e)}function De(e){if(N!==this)throw Error(`Out-of-order effect`);Ce(this),N=e,this.f&=-2;try{8&this.f&&Ee(this)}finally{j()}}function B(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,M&&M.push(this)}B.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t==`function`&&(this.j=t)}finally{e()}},B.prototype.S=function(){if(1&this.f)throw Error(`Cycle detected`);this.f|=1,this.f&=-9,Te(this),Se(this),I++;var e=N;return N=this,De.bind(this,e)},B.prototype.N=function(){2&this.f||(this.f|=2,this.u=F,F=this)},B.prototype.d=function(){this.f|=8,1&this.f||Ee(this)},B.prototype.dispose=function(){this.d()};function V(e,t){var n=new B(e,t);try{n.c()}catch(e){throw n.d(),e}var r=n.d.bind(n);return r[Symbol.dispose]=r,r}var Oe,H,ke=typeof window<`u`&&!!window.__PREACT_SIGNALS_DEVTOOLS__,Ae=[];V(function(){Oe=this.N})();function U(t,n){e[t]=n.bind(null,e[t]||function(){})}function W(e){if(H){var t=H;H=void 0,t()}H=e&&e.S()}function je(e){var t=this,n=e.data,r=Ne(n);r.name=`ReactiveDom`,r.value=n;var i=h(function(){for(var e=t,n=t.__v;n=n.__;)if(n.__c){n.__c.__$f|=4;break}var i=we(function(){var e=r.value.value;return e===0?0:!0===e?``:e||``}),a=we(function(){return!Array.isArray(i.value)&&!g(i.value)}),o=V(function(){if(this.N=Ie,a.value){var t=i.value;e.__v&&e.__v.__e&&e.__v.__e.nodeType===3&&(e.__v.__e.data=t)}}),s=t.__$u.d;return t.__$u.d=function(){o(),s.call(this)},[a,i]},[]),a=i[0],o=i[1];return a.value?o.peek():o.value}je.displayName=`ReactiveTextNode`,Object.defineProperties(L.prototype,{constructor:{configurable:!0,value:a(r,null).constructor},type:{configurable:!0,value:je},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}}),U(`__b`,function(e,t){if(W(),typeof t.type==`string`){var n,r=t.props;for(var i in r)if(i!==`children`){var a=r[i];a instanceof L&&(n||(t.__np=n={}),n[i]=a,r[i]=a.peek())}}e(t)}),U(`__r`,function(e,t){if(e(t),t.type!==r){W();var n,i=t.__c;i&&(i.__$f&=-2,(n=i.__$u)===void 0&&(i.__$u=n=function(e,t){var n;return V(function(){n=this},{name:t}),n.c=e,n}(function(e){return function(){var t;ke&&((t=this.y)==null||t.call(this)),e.__$f|=1,e.setState({})}}(i),typeof t.type==`function`?t.type.displayName||t.type.name:``))),W(n)}}),U(`__e`,function(e,t,n,r){W(),e(t,n,r)}),U(`diffed`,function(e,t){W();var n;if(typeof t.type==`string`&&(n=t.__e)){var r=t.__np,i=t.props,a=n.U;if(a)for(var o in a){var s=a[o];s===void 0||r&&o in r||(s.d(),a[o]=void 0)}if(r)for(var c in a||(a={},n.U=a),r){var l=a[c],u=r[c];l===void 0?(l=Me(n,c,u,i),a[c]=l):l.o(u,i)}}e(t)});function Me(e,t,n,r){var i=t in e&&e.ownerSVGElement===void 0,a=R(n);return{o:function(e,t){a.value=e,r=t},d:V(function(){this.N=Ie;var n=a.value.value;r[t]!==n&&(r[t]=n,i?e[t]=n:n!=null&&(!1!==n||t[4]===`-`)?e.setAttribute(t,n):e.removeAttribute(t))})}}U(`unmount`,function(e,t){if(typeof t.type==`string`){var n=t.__e;if(n){var r=n.U;if(r)for(var i in n.U=void 0,r){var a=r[i];a&&a.d()}}var o=t.__np;if(o){var s=t.props;for(var c in o)s[c]=o[c]}t.__np=void 0}else{var l=t.__c;if(l){l.__$f|=8;var u=l.__$u;u&&(l.__$u=void 0,u.d())}}e(t)}),U(`__h`,function(e,t,n,r){r<3&&(t.__$f|=2),e(t,n,r)}),te.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var n=this.__$u,r=n&&n.s!==void 0;for(var i in t)return!0;if(this.__f||typeof this.u==`boolean`&&!0===this.u){var a=2&this.__$f;if(!(r||a||4&this.__$f)||1&this.__$f)return!0}else if(!(r||4&this.__$f)||3&this.__$f)return!0;for(var o in e)if(o!==`__source`&&e[o]!==this.props[o])return!0;for(var s in this.props)if(!(s in e))return!0;return!1};function Ne(e,t){return h(function(){return R(e,t)},[])}var Pe=function(e){queueMicrotask(function(){queueMicrotask(e)})};function Fe(){me(function(){for(var e;e=Ae.shift();)Oe.call(e)})}function Ie(){Ae.push(this)===1&&(e.requestAnimationFrame||Pe)(Fe)}var G=class extends String{__apiType;value;__meta__;constructor(e,t){super(e),this.value=e,this.__meta__=t}toString(){return this.value}};new G(`
    fragment LookedUpCase on Case {
  id
  displayName
  loanNumber
}
    `,{fragmentName:`LookedUpCase`}),new G(`
    fragment LookedUpPolicy on Policy {
  id
  displayName
  policyNumber
  case {
    ...LookedUpCase
  }
}
    fragment LookedUpCase on Case {
  id
  displayName
  loanNumber
}`,{fragmentName:`LookedUpPolicy`}),new G(`
    fragment LookedUpEvent on AuditEvent {
  id
  at
  actorKind
  actorId
  actorName
  action
  subjectType
  subjectId
  changes
  requestId
}
    `,{fragmentName:`LookedUpEvent`}),new G(`
    fragment LookedUpDelivery on WebhookDelivery {
  id
  endpointId
  eventId
  type
  deliveryState: state
  attemptCount
  nextAttemptAt
  settledAt
  createdAt
  subject {
    type
    id
    caseId
  }
  attempts {
    at
    status
    error
  }
}
    `,{fragmentName:`LookedUpDelivery`}),new G(`
    fragment LookedUp on Node {
  __typename
  id
  ... on Case {
    ...LookedUpCase
    caseStatus: status
    onHoldAt
    createdAt
    updatedAt
  }
  ... on Document {
    documentName: name
    fileName
    createdAt
    case {
      ...LookedUpCase
    }
  }
  ... on Asset {
    displayName
    createdAt
    case {
      ...LookedUpCase
    }
  }
  ... on Insured {
    displayName
    createdAt
    updatedAt
  }
  ... on InsuredGroup {
    name
    createdAt
    updatedAt
  }
  ... on RiskProfile {
    name
    version
    isPublished
    createdAt
  }
  ... on Broker {
    displayName
    email
    createdAt
    updatedAt
  }
  ... on Brokerage {
    name
    createdAt
    updatedAt
  }
  ... on User {
    displayName
    email
    active
    createdAt
    updatedAt
  }
  ... on CoverageType {
    name
    key
  }
  ... on Peril {
    name
    key
  }
  ... on AssetType {
    name
    key
  }
  ... on DocumentCategory {
    name
    key
  }
  ... on Program {
    name
    createdAt
    updatedAt
  }
  ... on CertificateHolder {
    name
    createdAt
    updatedAt
  }
  ... on MortgageeClause {
    clauseType
    certificateHolder {
      id
      name
    }
    createdAt
    updatedAt
  }
  ... on Policy {
    ...LookedUpPolicy
    policyStatus: status
    startDate
    endDate
    onHoldAt
    deactivatedAt
    createdAt
    updatedAt
  }
  ... on PolicyVersion {
    versionNumber
    termNumber
    versionReason: reason
    isCurrent
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on Task {
    taskType: type
    taskState: state
    due: dueAt
    reason
    createdAt
    updatedAt
    taskCase: case {
      ...LookedUpCase
    }
    taskPolicy: policy {
      ...LookedUpPolicy
    }
  }
  ... on Waiver {
    waiverState: state
    waiverReason: reason
    expiresOn
    createdAt
    case {
      ...LookedUpCase
    }
    coverageType {
      id
      name
    }
  }
  ... on RenewalNotice {
    step
    noticeState: state
    noticeDueAt: dueAt
    settledAt
    skipReason
    recipients
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on LetterTemplate {
    step
    version
    subjectLine: subject
    isCurrent
    createdAt
  }
  ... on EvidenceLink {
    expiresAt
    revokedAt
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on Evidence {
    evidenceState: state
    submittedAt
    decidedAt
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on AuditEvent {
    ...LookedUpEvent
  }
  ... on WebhookEndpoint {
    url
    description
    enabled
    disabledReason
    createdAt
    updatedAt
  }
  ... on WebhookDelivery {
    ...LookedUpDelivery
  }
}
    fragment LookedUpEvent on AuditEvent {
  id
  at
  actorKind
  actorId
  actorName
  action
  subjectType
  subjectId
  changes
  requestId
}
fragment LookedUpDelivery on WebhookDelivery {
  id
  endpointId
  eventId
  type
  deliveryState: state
  attemptCount
  nextAttemptAt
  settledAt
  createdAt
  subject {
    type
    id
    caseId
  }
  attempts {
    at
    status
    error
  }
}
fragment LookedUpCase on Case {
  id
  displayName
  loanNumber
}
fragment LookedUpPolicy on Policy {
  id
  displayName
  policyNumber
  case {
    ...LookedUpCase
  }
}`,{fragmentName:`LookedUp`});var Le={__meta__:{hash:`sha256:b43ed0944865d8fb66817bd22d10becc47500ab3137e5361c05f02678c71c2dd`}},Re={__meta__:{hash:`sha256:ae528d34c3e722446c5c2ccb680427471614071bf3714f91f7b7fe6539c06566`}},ze={__meta__:{hash:`sha256:f7d0add3d77407c8f5a4f0db2c639e9011d42fc1af0b4e02925356bb11aef64b`}},Be={__meta__:{hash:`sha256:78accb0b3babc6b00160d791cf55dbbfaea12b760c1c63a795322505988f7514`}},Ve={__meta__:{hash:`sha256:bb83ae159e03c05ce98fefe57fb5117cde3a3ac066a0daa342a5eb63cf470565`}},He={__meta__:{hash:`sha256:427339f0773db3d47a8121924ce4d3e1b495e6a53f629889ab94f1764b427d19`}},Ue={__meta__:{hash:`sha256:148762bfacb79ea3ed65aaeb2559840d513244867e7a7e339b6f51071fe51a88`}},We={__meta__:{hash:`sha256:9c2be9acdd83d2e93a89efc5c72dc1a54c1a223b9734206eb05130bfa20a398d`}},Ge={__meta__:{hash:`sha256:4b9c036250bf07b15e6d3f589e330470ecf71ee1757d5c95e9bb1b65e7e53dac`}},Ke={__meta__:{hash:`sha256:d6d6ddd45568efad36a22646e7737ad765ad4baf88c6def4feec8a3fdb4223e9`}},qe={__meta__:{hash:`sha256:1fc644db04efd610293586f14ec2e39d9c01baafb2ea21b0599df7b1ddb97121`}},K=R(!0),q=R(!1),J=class extends Error{code;requestId;violations;status;constructor(e,t,n,r=``,i=[]){super(n),this.name=`Refusal`,this.status=e,this.code=t,this.requestId=r,this.violations=i}};function Je(e){return{"Content-Type":`application/json`,"X-Console":`1`,...e.portfolio&&{"X-Portfolio":e.portfolio},...e.idempotencyKey&&{"Idempotency-Key":e.idempotencyKey}}}function Ye(e,t){return{documentId:e.__meta__?.hash,variables:t}}async function Y(e,t,n={}){let r=await Xe(`/graphql`,{method:`POST`,headers:{...Je(n),Accept:`application/graphql-response+json`},body:JSON.stringify(Ye(e,t)),...n.signal&&{signal:n.signal}}),i=await Ze(r),a=Qe(r,i);if(a)throw a;return i.data}async function Xe(e,t){try{let n=await fetch(e,t);return K.value=!0,n}catch(e){throw t.signal?.aborted?e:(K.value=!1,new J(0,`network`,`The server cannot be reached.`))}}async function Ze(e){try{return await e.json()}catch{return}}function Qe(e,t){let n=e.headers.get(`X-Request-Id`)??``,r=t?.errors?.[0],i=r?.extensions?.code??(e.ok&&t?.data?``:`unreadable`);if(e.status===401&&(q.value=!0),!i)return;let a=t?.errors?.flatMap(e=>e.extensions?.errors??[])??[],o=r?.message??`The server answered ${e.status} and nothing that can be read.`;return new J(e.status,i,o,r?.extensions?.requestId??n,a)}function X(e,t){return t==null?``:e[t]??t}var $e={deficient:`Deficient`,unknown:`Not known`,waived:`Waived`,compliant:`Compliant`,notApplicable:`Nothing demanded`},et={deficient:`Not insured as the lender demands`,unknown:`Something is missing that decides it`,waived:`Insured as demanded, but for what was waived`,compliant:`Insured as the lender demands`,notApplicable:`The lender demands nothing here, or no risk profile is set`},tt=[`deficient`,`unknown`,`waived`,`compliant`,`notApplicable`],nt={no_policy:`No policy`,not_started:`Policy not started`,expired:`Policy expired`,cancelled:`Policy cancelled`,deactivated:`Policy deactivated`,dates_unknown:`Policy dates not known`,asset_not_covered:`Asset not on the policy`,clause_missing:`Lender clause missing`,rating_too_low:`Carrier rating too low`,rating_unknown:`Carrier rating not known`,form_not_accepted:`Coverage form not accepted`,form_unknown:`Coverage form not known`,deductible_too_high:`Deductible too high`,deductible_unknown:`Deductible not known`,currency_differs:`Currency differs`,primary_missing:`Primary layer missing`,peril_missing:`Peril not covered`,limit_too_low:`Limit too low`,limit_unknown:`Limit not known`,required_amount_unknown:`Required amount not known`},rt={DRAFT:`Draft`,OPEN:`Open`,ONBOARDING:`Onboarding`,approved:`Approved`,onHold:`On hold`},it={active:`Active`,renewalInProgress:`Renewal in progress`,onHold:`On hold`,deactivated:`Deactivated`},at={collectEvidence:`Collect evidence`,reviewDocument:`Review a document`,renewalFollowUp:`Follow up a renewal`,resolveDeficiency:`Resolve a deficiency`,cancellationFollowUp:`Follow up a cancellation`,forcePlacementReview:`Review force placement`,caseApproval:`Approve a case`},ot={open:`Open`,inProgress:`In progress`,paused:`Paused`,completed:`Completed`,cancelled:`Cancelled`},st={request:`Request for renewal`,reminder:`Reminder`,final:`Final reminder`,lapsed:`Coverage has lapsed`,warning:`Warning`,forcePlacementReview:`Force placement review`},ct={planned:`Planned`,sent:`Sent`,suppressed:`Suppressed`,skipped:`Skipped`,cancelled:`Not needed any more`,failed:`Failed`},lt={policyOnHold:`The policy is on hold`,policyDeactivated:`The policy is deactivated`,evidenceInReview:`Evidence came in and is being reviewed`,endDateUnknown:`The end date of the policy is not known`,allStepsDone:`All steps of this term are done`},ut={pending:`Waiting for its next attempt`,delivered:`Delivered`,failed:`Failed`},dt={requested:`Requested`,approved:`Approved`,rejected:`Rejected`,revoked:`Revoked`},ft={proposed:`To be decided`,accepted:`Accepted`,partlyAccepted:`Partly accepted`,rejected:`Rejected`},pt={created:`Created`,newTerm:`New term`,correction:`Correction`},mt={loanNumber:`loan number`,displayName:`name`,insured:`insured`,asset:`address`,policyNumber:`policy number`},ht={serviceAccount:`Lender`,staff:`Staff`,system:`covertrack`,evidenceLink:`Evidence link`},gt={live:`live`,test:`test`},_t=R(null);async function vt(){_t.value=(await Y(Le,{})).portfolios}function yt(e){return`${e.lenderName}, ${X(gt,e.mode)}`}function bt({amount:e,currency:t}){let n={style:`currency`,currency:t,.../^-?\d+(\.0+)?$/.test(e)&&{maximumFractionDigits:0}};return new Intl.NumberFormat(`en-US`,n).format(e)}function xt({amount:e,currency:t}){let n={style:`currency`,currency:t,notation:`compact`,minimumFractionDigits:0,maximumSignificantDigits:3};return new Intl.NumberFormat(`en-US`,n).format(e)}function St(e){return e.toLocaleString(`en-US`)}function Ct(e,t,n=`${t}s`){return`${St(e)} ${e===1?t:n}`}function wt(e){return e?new Date(e).toLocaleDateString(`en-US`,{timeZone:`UTC`,year:`numeric`,month:`short`,day:`numeric`}):``}function Tt(e){return e?new Date(e).toLocaleString(`en-US`,{year:`numeric`,month:`short`,day:`numeric`,hour:`numeric`,minute:`2-digit`}):``}function Et(e){return e.toLocaleTimeString(`en-US`,{hour:`numeric`,minute:`2-digit`})}var Dt=864e5;function Ot(e=0,t=new Date){return new Date(t.getTime()+e*Dt).toISOString().slice(0,10)}function kt(e,t=new Date){return Math.round((Date.parse(e.slice(0,10))-Date.parse(Ot(0,t)))/Dt)}function At(e,t=new Date){let n=kt(e,t);return n===0?`today`:n>0?`in ${Ct(n,`day`)}`:`${Ct(-n,`day`)} ago`}function jt({query:e}){if(e.data===void 0)return null;let t=Et(e.since);return e.stale?u(`span`,{class:`since warn`,role:`status`,children:[`Shown as of `,t,`; `,K.value?`reading it again failed: ${e.error?.message??``}`:`connection lost`,` `,u(`button`,{type:`button`,onClick:()=>void e.reload(),disabled:e.loading,children:`Try again`})]}):u(`span`,{class:`since quiet`,children:[`As of `,t]})}var Mt={network:`Check your connection. The page tries again by itself.`,forbidden:`Your role may read this portfolio only. Ask an operator to do it.`,not_found:`It does not exist in this portfolio. Check the address, or look it up in the other portfolios.`,rate_limited:`There were too many requests. Wait a minute, then try again.`,overloaded:`The server is busy. Wait a little, then try again.`,unavailable:`The server cannot reach its database. Wait a little, then try again.`};function Nt({refusal:e,retry:t}){return u(`div`,{class:`problem`,role:`alert`,children:[u(`p`,{children:[u(`strong`,{children:e.message}),` `,Mt[e.code]]}),u(Pt,{refusal:e}),t&&u(`button`,{type:`button`,onClick:t,children:`Try again`}),e.requestId&&u(`p`,{class:`quiet`,children:[`Quote this when you ask for help: `,u(`code`,{children:e.requestId})]})]})}function Pt({refusal:e}){return e.violations.length===0?null:u(`ul`,{children:e.violations.map(({pointer:e,message:t})=>u(`li`,{children:[t,` `,u(`code`,{class:`quiet`,children:e})]},e+t))})}var Ft=`/console`,It=(e,t=!1)=>{t?location.replace(e):location.assign(e)};function Lt(e){It=e}function Z(...e){let t=e.filter(e=>typeof e==`string`).map(e=>`/${encodeURIComponent(e)}`),n=e.find(e=>typeof e==`object`);return Ft+t.join(``)+Ut(new URLSearchParams,n??{})}function Rt(e,t=!1){It(e,t)}function zt(e){return new URLSearchParams(location.search).get(e)??``}function Bt(e){return zt(e).split(`,`).filter(Boolean)}function Vt(e,t={}){Rt(location.pathname+Ut(new URLSearchParams(location.search),e),!t.push)}function Ht(){let[,e]=/^\/console\/([^/]+)/.exec(location.pathname)??[];return e&&e!==`look-up`?decodeURIComponent(e):void 0}function Ut(e,t){for(let[n,r]of Object.entries(t)){let t=Array.isArray(r)?r.join(`,`):r==null?``:String(r);t===``?e.delete(n):e.set(n,t)}let n=e.toString().replaceAll(`%2C`,`,`).replaceAll(`%5B`,`[`).replaceAll(`%5D`,`]`);return n&&`?${n}`}var Wt=3e4,Gt=5e3;function Q(e){return e instanceof J?e:new J(0,`page`,`The page could not read the answer: ${String(e)}`)}function Kt(e,t,r=Ht()){let i=JSON.stringify([e.__meta__?.hash,t,r]),[a,o]=n({loading:!0,since:new Date}),s=d(void 0);async function c(){s.current?.abort();let n=s.current=new AbortController;o(e=>({...e,loading:!0}));try{let i=await Y(e,t,{portfolio:r,signal:n.signal});n.signal.aborted||o({data:i,loading:!1,since:new Date})}catch(e){n.signal.aborted||o(t=>({...t,error:Q(e),loading:!1}))}}return p(()=>(c(),()=>s.current?.abort()),[i]),qt(i,a,()=>void c()),{...a,stale:a.error!==void 0&&a.data!==void 0,reload:c}}function qt(e,t,n){let r=t.error?.code===`network`;p(()=>{if(!r||t.loading)return;let e=setTimeout(n,Gt);return addEventListener(`online`,n),()=>{clearTimeout(e),removeEventListener(`online`,n)}},[e,r,t.loading]),p(()=>{let e=()=>{!document.hidden&&Date.now()-t.since.getTime()>Wt&&n()};return document.addEventListener(`visibilitychange`,e),()=>document.removeEventListener(`visibilitychange`,e)},[e,t.since])}function Jt({label:e,hint:n,error:r,children:i}){let a=t(),s=[n&&`${a}-hint`,r&&`${a}-error`].filter(Boolean).join(` `);return u(`div`,{class:`field`,children:[u(`label`,{for:a,children:e}),o(i,{id:a,...s&&{"aria-describedby":s},...r&&{"aria-invalid":!0}}),n&&u(`p`,{class:`hint`,id:`${a}-hint`,children:n}),r&&u(`p`,{class:`error`,id:`${a}-error`,role:`alert`,children:r})]})}function Yt(e){return u(`div`,{class:`scroll`,children:u(`table`,{children:[u(`caption`,{class:`hidden`,children:e.caption}),u(`thead`,{children:u(`tr`,{children:e.columns.map(t=>u(Xt,{column:t,sort:e.sort,onSort:e.onSort},t.key))})}),u(`tbody`,{onKeyDown:e.onOpen&&$t,children:e.rows.map((t,n)=>u(Zt,{row:t,first:n===0,props:e},e.rowKey(t)))})]})})}function Xt({column:e,sort:t,onSort:n}){let r=e.numeric?`number`:void 0;if(!e.sorts||!n)return u(`th`,{scope:`col`,class:r,children:e.title});let[i,a]=e.sorts,o=t===i?`ascending`:t===a?`descending`:`none`;return u(`th`,{scope:`col`,class:r,"aria-sort":o,children:u(`button`,{type:`button`,class:`sort`,onClick:()=>n(t===i?a:i),children:[e.title,` `,u(`span`,{"aria-hidden":`true`,children:o===`ascending`?`▲`:o===`descending`?`▼`:`↕`})]})})}function Zt({row:e,first:t,props:n}){let{columns:r,onOpen:i}=n,a=n.current!==void 0&&n.current===n.rowKey(e);return u(`tr`,{...i&&{tabIndex:a||t&&n.current===void 0?0:-1,class:`opens`},"aria-current":a||void 0,onClick:t=>i&&!Qt(t)&&i(e),onKeyDown:t=>i&&t.key===`Enter`&&t.target===t.currentTarget&&i(e),children:r.map(t=>u(`td`,{class:t.numeric?`number`:void 0,children:t.cell(e)},t.key))})}function Qt(e){return!!e.target.closest(`a, button, input, select, label`)||String(getSelection())!==``}function $t(e){let t=e.target.closest(`tr`),n=t?.parentElement?.children,r={ArrowDown:t?.nextElementSibling,ArrowUp:t?.previousElementSibling,Home:n?.[0],End:n?.[n.length-1]}[e.key];r instanceof HTMLElement&&(e.preventDefault(),r.focus())}var en={deficient:`✕`,unknown:`?`,waived:`~`,compliant:`✓`,notApplicable:`–`};function tn({value:e}){return e?u(`span`,{class:`verdict ${e}`,title:X(et,e),children:[u(`span`,{"aria-hidden":`true`,children:en[e]}),` `,X($e,e)]}):u(`span`,{class:`quiet`,children:`–`})}function nn({text:e,tone:t}){return u(`span`,{class:`status ${t??``}`,children:e})}function rn({value:e,short:t}){return e?u(`span`,{class:`money`,title:t?bt(e):void 0,children:t?xt(e):bt(e)}):u(`span`,{class:`quiet`,children:`–`})}function an({value:e,distance:t}){if(!e)return u(`span`,{class:`quiet`,children:`–`});let n=At(e);return u(`time`,{class:`day`,dateTime:e.slice(0,10),title:n,children:[wt(e),t&&u(`span`,{class:`quiet`,children:[` `,n]})]})}function on({value:e}){return e?u(`time`,{class:`day`,dateTime:e,title:`${new Date(e).toISOString()} (UTC)`,children:Tt(e)}):u(`span`,{class:`quiet`,children:`–`})}function sn({to:e,children:t,...n}){return u(`a`,{href:e,...n,children:t})}function cn(e){let t=t=>{let n=e.choices.map(e=>e.value).filter(n=>e.chosen.includes(n)&&n!==t);e.onChange(e.chosen.includes(t)?n:e.single?[t]:[...n,t])};return u(`div`,{class:`chips`,role:`group`,"aria-label":e.label,children:e.choices.map(({value:n,label:r,title:i})=>u(`button`,{type:`button`,class:`chip`,"aria-pressed":e.chosen.includes(n),title:i,onClick:()=>t(n),children:r},n))})}function ln({value:e,one:t,many:n=`${t}s`}){return u(`span`,{class:`total`,"data-total":e,"aria-live":`polite`,children:Ct(e,t,n)})}function un({what:e}){return u(`p`,{class:`loading`,role:`status`,children:e?`Reading ${e}…`:`Reading…`})}function dn({children:e}){return u(`p`,{class:`empty`,children:e})}var $=R(null);async function fn(){$.value=(await Y(Re,{})).viewer}async function pn(e){let t=await Xe(`/console/session`,{method:`POST`,headers:Je({}),body:JSON.stringify(e)});if(!t.ok)throw await hn(t);await fn(),q.value=!1}async function mn(){let e=await Xe(`/console/session`,{method:`DELETE`,headers:Je({})});if(!e.ok&&e.status!==401)throw await hn(e);$.value=null}async function hn(e){let t=await e.json().catch(()=>({})),n=t.requestId??e.headers.get(`X-Request-Id`)??``,r=t.detail??t.title??`The server answered ${e.status}.`;return new J(e.status,t.code??`unreadable`,r,n,t.errors??[])}function gn(){return m(`Board`),u(`h1`,{children:`Board`})}function _n(){return m(`All portfolios`),u(`h1`,{children:`All portfolios`})}async function vn(){let[,e]=/^#link=(.+)$/.exec(location.hash)??[];if(e){history.replaceState(null,``,location.pathname+location.search);try{await pn({link:decodeURIComponent(e)});return}catch(e){return Q(e)}}}function yn({refusal:e}){return m(`Sign in`),u(`main`,{class:`signin`,children:[u(`h1`,{children:`covertrack`}),e&&u(`p`,{class:`problem`,children:`This link cannot be used any more. Links are valid for two minutes, and once. Sign in with a token.`}),u(Sn,{})]})}function bn(){let e=d(null);return p(()=>e.current?.showModal(),[]),u(`dialog`,{ref:e,"aria-label":`Sign in again`,onCancel:e=>e.preventDefault(),children:[u(`h2`,{children:`Your session has ended`}),u(`p`,{children:`Sign in again to go on. What you typed is still there.`}),u(Sn,{})]})}var xn={401:`This token is not valid: it may be mistyped, expired or revoked, or not for use from here.`,403:`This token opens no console. Use a token of the operator’s staff.`,429:`Too many tries. Wait a minute, then try again.`};function Sn(){let[e,t]=n(``),[r,i]=n(!1),[a,o]=n();async function s(t){t.preventDefault(),i(!0),o(void 0);try{await pn({token:e.trim()}),await vt()}catch(e){let t=Q(e);o(xn[t.status]??t.message),i(!1)}}return u(`form`,{onSubmit:e=>void s(e),children:[u(Jt,{label:`Staff token`,hint:`It is sent once, and not kept in the browser.`,error:a,children:u(`input`,{type:`password`,autocomplete:`off`,spellcheck:!1,required:!0,value:e,onInput:e=>t(e.currentTarget.value)})}),u(`button`,{type:`submit`,class:`primary`,disabled:r,children:r?`Signing in…`:`Sign in`})]})}var Cn=/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,wn=/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i,Tn=/request[-_]?id["']?\s*[:=]\s*["']?([\w.-]{1,128})/i,En=/^(?:loan|policy|case)(?:\s*(?:number|no\.?|#))?\s*[:=#]\s*/i,Dn=[[/(?:live|test|staff)_[0-9a-z]{20}/i,`the text of a token`],[/whsec_\S/i,`the secret of a webhook endpoint`],[/\/evidence\/(?!form\/|files\/)[\w-]{20}/i,`the address of an evidence page`],[/\/console\/?#link=/i,`a link that signs in`]];function On(e){let t=e.replace(/[\u200b\ufeff]/g,``).trim();if(t===``)return{kind:`nothing`};let n=Dn.find(([e])=>e.test(t));if(n)return{kind:`secret`,what:n[1]};let r=Tn.exec(t)?.[1]??t,i=An(r);if(i)return{kind:`id`,id:i};let a=r.replace(En,``).replace(/^["'`](.*?)["'`],?$/,`$1`).trim();return{kind:`text`,text:a,mayBeRequest:/^[\w.-]{1,128}$/.test(a)}}function kn(e){let t=On(e);return t.kind===`secret`?{secret:t.what}:t.kind===`nothing`?void 0:{q:t.kind===`id`?t.id:t.text}}function An(e){let t=(/^https?:\/\//i.test(e)?e.split(/[?#]/,1)[0]:e).match(Cn)??e.match(Cn)??wn.exec(e)?.slice(1);if(t)return(t.length===5&&t[0].length===8?t.join(`-`):t[t.length-1]).toLowerCase()}function jn(e,t,n){let r=e.getTime()+36e5,i=e=>new Date(r-e*31*864e5).toISOString();return Array.from({length:n},(e,n)=>({from:i(t+n+1),to:i(t+n)}))}var Mn=[[``,`Board`],[`cases`,`Cases`],[`policies`,`Policies`],[`tasks`,`Tasks`],[`deliveries`,`Deliveries`]];function Nn({children:e}){let{path:t,route:n}=E(),i=d(null),a=d(!0);return Lt(n),p(()=>{a.current||i.current?.focus({preventScroll:!0}),a.current=!1},[t]),u(r,{children:[u(`a`,{class:`skip`,href:`#main`,children:`Skip to the page`}),u(`header`,{class:`top`,children:[u(sn,{to:Z(),class:`brand`,children:`covertrack`}),u(Pn,{}),u(Fn,{path:t}),u(In,{}),u(Ln,{})]}),!K.value&&u(`p`,{class:`offline`,role:`alert`,children:`The connection is lost. What is shown may be out of date; the page connects again by itself.`}),u(`main`,{id:`main`,tabIndex:-1,ref:i,children:e})]})}function Pn(){let e=Ht(),{path:t}=E(),n=Mn.find(([e])=>e&&t.split(`/`)[3]===e)?.[0],r=e=>Rt(e?n?Z(e,n):Z(e):Z());return u(`select`,{"aria-label":`Portfolio`,value:e??``,onChange:e=>r(e.currentTarget.value),children:[u(`option`,{value:``,children:`All portfolios`}),_t.value?.map(e=>u(`option`,{value:e.id,children:yt(e)},e.id))]})}function Fn({path:e}){let t=Ht();if(!t)return u(`nav`,{"aria-label":`Screens`});let n=e.split(`/`)[3]??``;return u(`nav`,{"aria-label":`Screens`,children:Mn.map(([e,r])=>u(`a`,{href:e?Z(t,e):Z(t),"aria-current":e===n?`page`:void 0,children:r},e))})}function In(){let e=d(null);return u(`form`,{role:`search`,class:`lookup`,onSubmit:t=>{t.preventDefault();let n=kn(e.current.value);n&&(e.current.value=``,Rt(Z(`look-up`,n)))},children:u(`input`,{ref:e,type:`search`,name:`q`,"aria-label":`Look up any id or loan number`,placeholder:`Look up an id or loan number`})})}function Ln(){let{name:e,staffRole:t,readOnly:n}=$.value,r=t===`OPERATOR`&&!n?`may write`:`reads only`;return u(`div`,{class:`person`,children:[u(`span`,{title:`Signed in as ${e}, who ${r}`,children:[e,` `,u(`span`,{class:`quiet`,children:r})]}),u(`button`,{type:`button`,onClick:()=>void mn(),children:`Sign out`})]})}function Rn(){return m(`No such page`),u(dn,{children:[`There is no such page. `,u(sn,{to:Z(),children:`Open the board`})]})}var zn=[[`/console`,_n],[`/console/look-up`,O(()=>A(()=>import(`./lookup-zTtHs73K.js`).then(e=>e.LookUp),__vite__mapDeps([0,1])))],[`/console/:portfolio`,gn],[`/console/:portfolio/cases`,O(()=>A(()=>import(`./cases-Bsmm22zI.js`).then(e=>e.Cases),__vite__mapDeps([2,1,3])))],[`/console/:portfolio/cases/:id`,O(()=>A(()=>import(`./case-CjTh_30Q.js`).then(e=>e.CaseScreen),__vite__mapDeps([4,1])))],[`/console/:portfolio/policies`,O(()=>A(()=>import(`./policies-EEmoRIn9.js`).then(e=>e.Policies),__vite__mapDeps([5,1,3])))],[`/console/:portfolio/policies/:id`,O(()=>A(()=>import(`./policy-oC3o2Vj9.js`).then(e=>e.PolicyScreen),__vite__mapDeps([6,1])))],[`/console/:portfolio/tasks`,O(()=>A(()=>import(`./tasks-m0UxMVGq.js`).then(e=>e.Tasks),__vite__mapDeps([7,1])))],[`/console/:portfolio/deliveries`,O(()=>A(()=>import(`./deliveries-5-YSskhR.js`).then(e=>e.Deliveries),__vite__mapDeps([8,1])))]];function Bn(){let e=Un();return e.refusal&&e.refusal.status!==401?u(Nt,{refusal:e.refusal,retry:e.again}):e.loading?u(un,{}):$.value?u(x,{scope:`/console`,children:[u(Nn,{children:u(oe,{children:u(S,{children:[zn.map(([e,t])=>u(T,{path:e,component:Hn(t)},e)),u(T,{default:!0,component:Rn})]})})}),q.value&&u(bn,{})]}):u(yn,{...e.linkRefusal&&{refusal:e.linkRefusal}})}var Vn=new Map;function Hn(e){return Vn.has(e)||Vn.set(e,({params:t})=>u(e,{},Object.values(t??{}).join(`/`))),Vn.get(e)}function Un(){let[e,t]=n({loading:!0});async function r(){t({loading:!0});let e=await vn();try{await Promise.all([fn(),vt()]),q.value=!1,t({loading:!1})}catch(n){q.value=!1,t({loading:!1,refusal:Q(n),...e&&{linkRefusal:e}})}}return p(()=>void r(),[]),{...e,again:()=>void r()}}f(u(Bn,{}),document.getElementById(`app`));export{X as $,kt as A,gt as B,Vt as C,Ct as D,St as E,ht as F,ot as G,it as H,rt as I,$e as J,at as K,nt as L,Et as M,yt as N,wt as O,_t as P,ut as Q,ft as R,Ht as S,jt as T,lt as U,ct as V,st as W,pt as X,tt as Y,dt as Z,Kt as _,cn as a,Ke as at,Bt as b,sn as c,Ge as ct,nn as d,R as dt,J as et,on as f,E as ft,Q as g,Yt as h,$ as i,Ue as it,Ot as j,Tt as k,un as l,He as lt,tn as m,On as n,Be as nt,an as o,We as ot,ln as p,et as q,jn as r,ze as rt,dn as s,Ve as st,kn as t,Y as tt,rn as u,qe as ut,Rt as v,Nt as w,zt as x,Z as y,mt as z};